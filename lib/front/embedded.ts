import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';

/** The path of the files that pages of other origins load. */
export const EMBED = '/embed';

/** Any page may load the files, including pages that check `integrity` or isolate themselves from other origins. */
const OPEN = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
/**
 * The content of a file with a hash in its name never changes. Other files have the newest content, and browsers check
 * them again after five minutes.
 */
const FOREVER = 'public, max-age=31536000, immutable';
const SHORTLY = 'public, max-age=300, must-revalidate';

/**
 * Serves the built files of a folder, compressed. The folder is read once. Undefined if the folder does not exist.
 * next.config.mjs sets the same headers when Next runs alone.
 */
export function openEmbedded(
  folder: string,
): ((request: IncomingMessage, response: ServerResponse, next: () => void) => void) | undefined {
  if (!existsSync(folder)) return undefined;
  const serve = sirv(folder, { brotli: true, gzip: true, etag: true });
  return (request, response, next) => {
    const isVersioned = /-[\da-f]{12}\.js$/.test(request.url?.split('?')[0] ?? '');
    // Set before the file is looked up, because a 304 response needs the headers too.
    const headers = { ...OPEN, 'cache-control': isVersioned ? FOREVER : SHORTLY };
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    serve(request, response, () => {
      for (const name of Object.keys(headers)) response.removeHeader(name);
      next();
    });
  };
}
