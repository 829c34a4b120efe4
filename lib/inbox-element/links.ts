const TARGET = /^_(?:self|blank|parent|top|unfencedTop)$/;

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

/** Milliseconds that a link waits for a change. */
const PATIENCE_MS = 1_500;

/**
 * Follows a link in the same window after the change was sent, because leaving a page drops requests whose preflight is
 * still running. Other clicks take effect immediately.
 */
export function followAfter(event: Event, { href, target }: Link, change: Promise<unknown>): void {
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event as MouseEvent;
  if (event.defaultPrevented || target !== '_self' || button || metaKey || ctrlKey || shiftKey || altKey) return;
  event.preventDefault();
  const pause = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  void Promise.race([change, pause]).then(() => location.assign(href));
}

interface Link {
  href: string;
  target: string;
  rel: string;
}

/** Returns the attributes of a link. A new window cannot access the page. Undefined without a safe address. */
export function linkAttributes(
  redirect: { url: string; target?: string | undefined } | undefined,
  base: string,
): Link | undefined {
  const href = safeUrl(redirect?.url, base);
  if (href === undefined) return undefined;
  const target = redirect?.target && TARGET.test(redirect.target) ? redirect.target : '_self';
  return { href, target, rel: 'noopener noreferrer' };
}
