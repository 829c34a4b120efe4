import type { IncomingMessage } from 'node:http';

/** The response to a request that a page host does not serve. */
export const FOREIGN_TEXT = 'This host serves only links from messages.\n';

/** The paths of the recipient’s page, its logo, and tracked links. */
const PAGES = '/r/';

/**
 * Returns a function that detects requests to the page hosts for anything other than the recipient’s page. Rejecting
 * them keeps the API and the dashboard, with its cookies, off domains that are meant for recipients.
 *
 * @param urls the origins of the hosts (`PAGE_URLS`). Ports are ignored, because proxies forward to different ports.
 */
export function foreignOnPageHost(urls: readonly string[]): (request: IncomingMessage) => boolean {
  const hosts = new Set(urls.map((url) => new URL(url).hostname));
  return ({ headers: { host = '' }, url = '' }) => hosts.size > 0 && hosts.has(nameOf(host)) && !isPage(url);
}

function nameOf(host: string): string {
  return URL.parse(`http://${host}`)?.hostname.replace(/\.$/, '') ?? '';
}

/** Whether the path is below `/r/`, both as written and after its dot segments are resolved. */
function isPage(url: string): boolean {
  return url.startsWith(PAGES) && (URL.parse(url, 'http://host')?.pathname.startsWith(PAGES) ?? false);
}
