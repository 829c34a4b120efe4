import type { MarkedText } from '#lib/liquid/output.ts';

export interface FilledUrl {
  url: string;
  /**
   * The URL with a harmless value in each place. A comparison shows whether a real value changes more than its part of
   * the URL.
   */
  probe: string;
}

/** Returns the web address of a rendered template, with each value encoded for its place. */
export function filledUrl({ text, values }: MarkedText): FilledUrl {
  const filled: FilledUrl = { url: '', probe: '' };
  let at = 0;
  for (const [start, end] of values) {
    const between = filled.url === '' ? text.slice(at, start).trimStart() : text.slice(at, start);
    filled.url += between;
    filled.probe += between;
    addValue(text.slice(start, end), filled);
    at = end;
  }
  const rest = text.slice(at).trimEnd();
  return { url: (filled.url + rest).trim(), probe: (filled.probe + rest).trim() };
}

function addValue(value: string, filled: FilledUrl): void {
  const isPart = !isUnencoded(value, filled.url);
  const written = isPart ? encodedIn(filled.url, value) : value;
  filled.probe += isPart && !isAuthority(filled.url) ? 'x' : written;
  filled.url += written;
}

/** Whether a value stays unencoded: a whole address or its beginning, or everything from the first slash after a host. */
function isUnencoded(value: string, before: string): boolean {
  return before === '' || (isAuthority(before) && /^[/?#]/.test(value) && !before.endsWith('/'));
}

function isAuthority(before: string): boolean {
  const start = before.indexOf('://');
  return start > 0 && !/[/?#]/.test(before.slice(0, start)) && !/[/?#]/.test(before.slice(start + 3));
}

function encodedIn(before: string, value: string): string {
  const encoded = encodeURIComponent(value.toWellFormed());
  // A host may have a port, or be an IPv6 address.
  return isAuthority(before) ? encoded.replace(/%3A/g, ':').replace(/%5B/g, '[').replace(/%5D/g, ']') : encoded;
}
