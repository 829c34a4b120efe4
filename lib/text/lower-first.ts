/**
 * Converts a label or clause for the middle of a text: puts the first letter in lower case, unless the text begins with
 * an abbreviation.
 */
export function lowerFirst(text: string): string {
  return /^[A-Z][^A-Z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
