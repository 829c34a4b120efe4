/** Times of fields `datetime-local`, which have no zone: those of UTC or of the reader's zone. */

/** "2026-11-22T09:30" in the zone, or an empty text for what is no time. */
export function toField(ms: number, isUtc: boolean): string {
  if (Number.isNaN(ms)) return '';
  const shift = isUtc ? 0 : new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - shift).toISOString().slice(0, 16);
}

/** The time that a field means, in milliseconds; NaN for an empty one. */
export function fromField(text: string, isUtc: boolean): number {
  return text === '' ? Number.NaN : Date.parse(isUtc ? `${text}Z` : text);
}
