/** Returns "a, b and c" for the middle of a text. Empty without items. */
export function listText(items: readonly string[], word: 'and' | 'or' = 'and'): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;
}

/** Returns the first `most` items and the number of the others: "a, b and 3 more". */
export function shortList(items: readonly string[], most: number, word: 'and' | 'or' = 'and'): string {
  const left = items.length - most;
  return listText(left > 0 ? [...items.slice(0, most), `${left} more`] : items, word);
}
