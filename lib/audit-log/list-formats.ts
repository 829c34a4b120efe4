/** The formats of an exported list. `ndjson`: one JSON object per line. */
export const LIST_FORMATS = ['csv', 'ndjson'] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];
