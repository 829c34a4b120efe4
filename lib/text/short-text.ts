/** Returns the text, or its beginning with an ellipsis, in at most `max` UTF-16 units. Never splits a character. */
export function shortText(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`;
}
