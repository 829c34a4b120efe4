/** Returns the base URL of an API as `https://host/path` without a trailing slash. Users can omit the scheme. */
export function baseUrl(text: string): string {
  const trimmed = text.trim().replace(/(?<!\/)\/+$/, '');
  return trimmed === '' || /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
}
