/** An address that people write for an API, as `https://host/path` without a slash at its end. The scheme may be missing. */
export function baseUrl(text: string): string {
  const trimmed = text.trim().replace(/(?<!\/)\/+$/, '');
  return trimmed === '' || /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
}
