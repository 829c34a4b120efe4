/** Keys of JSON in a form that people read. */

const ABBREVIATIONS: Readonly<Record<string, string>> = { url: 'URL' };

/** Within a text: `primaryAction` is "primary action". */
export function keyPhrase(key: string): string {
  const spaced = key
    .replace(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replace(/[_-]+/g, ' ');
  return Object.hasOwn(ABBREVIATIONS, key) ? (ABBREVIATIONS[key] ?? key) : spaced;
}

/** On its own: `primaryAction` is "Primary action". */
export function keyLabel(key: string): string {
  return capitalized(keyPhrase(key));
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
