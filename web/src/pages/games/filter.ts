/** Which games are shown: kept in the address, so that a filtered list can be linked. */

export const RESULTS = ['won', 'lost', 'running'] as const;
export type Result = (typeof RESULTS)[number];

export interface Filter {
  opponent: string;
  rules: string;
  result: Result | '';
}

export const NO_FILTER: Filter = { opponent: '', rules: '', result: '' };

export function filterOf(search: string): Filter {
  const given = new URLSearchParams(search);
  const result = given.get('result') ?? '';
  return {
    opponent: (given.get('opponent') ?? '').trim(),
    rules: given.get('rules') ?? '',
    result: (RESULTS as readonly string[]).includes(result) ? (result as Result) : '',
  };
}

/** The part of an address that says so: empty, or with its `?`. */
export function searchOf(filter: Filter, more: Record<string, string> = {}): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries({ ...more, ...filter })) {
    if (value.trim()) query.set(key, value.trim());
  }
  const text = query.toString();
  return text && `?${text}`;
}

export function isFiltered(filter: Filter): boolean {
  return searchOf(filter) !== '';
}
