/** Serves the tracked links and the tracking pixel in emails. */
import { PRIVATE, problemAnswer, requestLanguage } from '#lib/recipient-page/answer.ts';
import { PREVIEW_TOKEN } from '#lib/recipient-page/links.ts';
import { environmentExists, recordTracked } from './record.ts';
import { readClickToken, readOpenToken } from './token.ts';

/** A transparent GIF of one pixel. */
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * Redirects to the original address of the link. The signature covers the address, so the response never redirects
 * elsewhere. Old links redirect too, but are not recorded.
 */
export async function answerClick(token: string, request: Request): Promise<Response> {
  if (token === PREVIEW_TOKEN) return problemAnswer('preview', requestLanguage(request));
  const target = new URL(request.url).searchParams.get('to') ?? '';
  const tracked = readClickToken(token, target);
  if (!tracked) return problemAnswer('unknown', requestLanguage(request));
  if (!(await environmentExists(tracked.environmentId))) return problemAnswer('ended', requestLanguage(request));
  recordTracked(tracked, request, target);
  return new Response(null, { status: 302, headers: { ...PRIVATE, location: target } });
}

/** Returns the pixel for every token, because a mail program would show a missing picture. */
export async function answerOpen(token: string, request: Request): Promise<Response> {
  const tracked = readOpenToken(token);
  if (tracked && (await environmentExists(tracked.environmentId))) recordTracked(tracked, request);
  return new Response(PICTURE, { headers: { ...PRIVATE, 'content-type': 'image/gif' } });
}
