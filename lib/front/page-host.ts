import type { IncomingMessage } from 'node:http';

/** The paths of the recipient’s page, its logo, and tracked links. */
const PAGES = '/r/';

/**
 * Returns a check whether a request is for something else than the recipient’s page on a host that is only for this
 * page. So the API and the dashboard, with its cookies, are never on a domain that recipients see.
 *
 * @param urls the origins of these hosts (`PAGE_URLS`). The port does not matter, because proxies differ in it.
 */
export function foreignOnPageHost(urls: readonly string[]): (request: IncomingMessage) => boolean {
  const hosts = new Set(urls.map((url) => new URL(url).hostname));
  return ({ headers: { host = '' }, url = '' }) => hosts.size > 0 && hosts.has(nameOf(host)) && !isPage(url);
}

function nameOf(host: string): string {
  return URL.parse(`http://${host}`)?.hostname.replace(/\.$/, '') ?? '';
}

/** Whether the path is below `/r/`, as it is written and once its dots are resolved. */
function isPage(url: string): boolean {
  return url.startsWith(PAGES) && (URL.parse(url, 'http://host')?.pathname.startsWith(PAGES) ?? false);
}
