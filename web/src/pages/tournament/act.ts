/** Doing something at the desk. */

/**
 * Asks the server for it, and looks anew; whether it worked. Why not is told to the person. What
 * is being asked for already is not asked for again.
 */
export type Act = (
  what: string,
  body: object,
  method?: 'post' | 'patch' | 'del',
) => Promise<boolean>;

/** A mark by which the server knows that it is asked for one thing twice; also without TLS. */
export function newMark(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
