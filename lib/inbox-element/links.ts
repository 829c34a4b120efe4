const TARGETS = new Set(['_self', '_blank', '_parent', '_top', '_unfencedTop']);

/**
 * Returns the address of a link of a message: http, https, or relative to the page. Undefined for other protocols, such
 * as `javascript:`, and for addresses whose host is not visible (`//host`, `/\host`).
 */
export function safeUrl(url: unknown, base: string): string | undefined {
  if (typeof url !== 'string' || url === '' || /^[\s/\\]*[/\\]{2}/.test(url)) return undefined;
  try {
    const { protocol, href } = new URL(url, base);
    return protocol === 'http:' || protocol === 'https:' ? href : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the attributes of a link, or undefined without a safe address. A new window cannot reach the page. */
export function linkAttributes(
  redirect: { url: string; target?: string | undefined } | undefined,
  base: string,
): { href: string; target: string; rel: string } | undefined {
  const href = safeUrl(redirect?.url, base);
  if (href === undefined) return undefined;
  const target = redirect?.target && TARGETS.has(redirect.target) ? redirect.target : '_self';
  return { href, target, rel: 'noopener noreferrer' };
}
