import Bowser from 'bowser';

/**
 * Returns the browser and system in a `User-Agent` header: "Firefox on Windows". Undefined if neither is recognised.
 */
export function deviceOf(userAgent: string): string | undefined {
  if (userAgent === '') return undefined;
  const { browser, os } = Bowser.parse(userAgent);
  const names = [browser.name, os.name].filter((name) => name !== undefined && name !== '');
  return names.length > 0 ? names.join(' on ') : undefined;
}
