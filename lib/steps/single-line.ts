/** Returns a value on one line, for formats in which a line break would end the value. */
export function singleLine(text: unknown): string {
  return String(text ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}
