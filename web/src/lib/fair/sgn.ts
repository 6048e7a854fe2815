/** The tags of records in SGN (docs/notation.md), as far as verifying needs them. */

export type Tags = Record<string, string>;

const TOKEN =
  /\[[ \t]*([A-Za-z]\w*)[ \t]*"([^"\\\n]*(?:\\[^\n][^"\\\n]*)*)"[ \t]*\]|\{[^}]*\}|;[^\n]*/g;

/** The tags of every deal of a file, in order. Whatever is no tag is passed over. */
export function readTags(text: string): Tags[] {
  const deals: Tags[] = [];
  for (const [, name, value] of text.replace(/\r\n?/g, '\n').matchAll(TOKEN)) {
    if (name === undefined || value === undefined) continue; // a comment
    if (name === 'SGN') deals.push({});
    const tags = deals.at(-1);
    if (tags) tags[name] = value.replace(/\\(["\\])/g, '$1');
  }
  return deals;
}
