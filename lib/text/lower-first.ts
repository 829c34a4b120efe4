/**
 * Converts a label or clause for the middle of a text: writes the first letter in lower case, unless the letter begins
 * an abbreviation.
 */
export function lowerFirst(text: string): string {
  return /^[A-Z][^A-Z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
