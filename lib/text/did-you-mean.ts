/** Returns " Did you mean `subject`?", or an empty text. */
export function didYouMean(text: string | undefined): string {
  return text === undefined ? '' : ` Did you mean \`${text}\`?`;
}
