/** Returns a value on one line, for places where a line break would end the value. */
export function singleLine(text: unknown): string {
  return String(text ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}
