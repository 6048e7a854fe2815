/** Doing something at the desk. */

/** Asks the server for it, and looks anew; whether it worked. Why not is told to the person. */
export type Act = (
  what: string,
  body: object,
  method?: 'post' | 'patch' | 'del',
) => Promise<boolean>;
