/** Formats JSON keys as readable texts. */

const ABBREVIATIONS: Readonly<Record<string, string>> = { url: 'URL' };

/** Returns a key as words for the middle of a text: "primary action" for `primaryAction`. */
export function keyPhrase(key: string): string {
  const spaced = key
    .replace(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replace(/[_-]+/g, ' ');
  return Object.hasOwn(ABBREVIATIONS, key) ? (ABBREVIATIONS[key] ?? key) : spaced;
}

/** Returns a key as a label: "Primary action" for `primaryAction`. */
export function keyLabel(key: string): string {
  return capitalized(keyPhrase(key));
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
