export interface FilterHelp {
  name: string;
  description: string;
  /** Its arguments in one line. */
  signature?: string;
}

/** The filters that templates may use. */
export const FILTERS: readonly FilterHelp[] = [
  { name: 'upcase', description: 'All letters in upper case.' },
  { name: 'downcase', description: 'All letters in lower case.' },
  { name: 'date', description: 'A time in the given format.', signature: 'format' },
  { name: 'default', description: 'Another value when this one is empty.', signature: 'value' },
];
