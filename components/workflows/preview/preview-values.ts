export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** A web address that may be loaded or linked as it is. */
export function webAddress(value: unknown): string | undefined {
  const text = textOf(value);
  return /^https:\/\//i.test(text) && URL.canParse(text) ? text : undefined;
}
