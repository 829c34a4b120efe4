/** Returns the text, or its beginning with an ellipsis, in at most `max` UTF-16 units. Cuts no character in half. */
export function shortText(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`;
}
