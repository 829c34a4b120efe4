/** Times of `datetime-local` fields, which have no zone: in UTC or in the reader's zone. */

/** Returns "2026-11-22T09:30" in the zone. Empty if `ms` is NaN. */
export function toField(ms: number, isUtc: boolean): string {
  if (Number.isNaN(ms)) return '';
  const shift = isUtc ? 0 : new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - shift).toISOString().slice(0, 16);
}

/** Returns the time of a field in milliseconds. NaN if the field is empty. */
export function fromField(text: string, isUtc: boolean): number {
  return text === '' ? Number.NaN : Date.parse(isUtc ? `${text}Z` : text);
}
