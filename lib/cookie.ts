const YEAR_S = 31_536_000;

/**
 * Stores a choice of this browser in a cookie for a year. The server reads it with the next page. Undefined removes the
 * cookie.
 */
export function setCookie(name: string, value: string | undefined): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${name}=${value ?? ''}; path=/; max-age=${value ? YEAR_S : 0}; samesite=lax`;
}
