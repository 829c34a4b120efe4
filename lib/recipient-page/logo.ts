import { ApiError, fieldError } from '#lib/api/errors.ts';
import { sha256Hex } from '#lib/crypto.ts';
import { prisma } from '#lib/postgres/db.ts';
import { LOGO_MAX_BYTES, LOGO_MAX_PIXELS, logoPixels, logoType } from './logo-type.ts';

/** Returns the path of a logo. It never shows another picture, because the ID is derived from the content. */
export function logoPath(environmentId: string, logoId: string): string {
  return `/r/logo/${environmentId}/${logoId}`;
}

/**
 * Stores the logo of the caller's environment instead of the former logo, in the caller's transaction.
 *
 * @returns its ID.
 * @throws ApiError 422 unless it is an image of an accepted type and size.
 */
export async function storeLogo(environmentId: string, base64: string): Promise<string> {
  const content = new Uint8Array(Buffer.from(base64, 'base64'));
  const contentType = logoType(content);
  if (content.length > LOGO_MAX_BYTES) throw fieldError('logo', `must be at most ${LOGO_MAX_BYTES / 1024} KiB`);
  const pixels = logoPixels(content);
  if (!contentType || !pixels) throw fieldError('logo', 'must be a PNG, JPEG or WebP image');
  if (pixels > LOGO_MAX_PIXELS) throw fieldError('logo', `must be at most ${LOGO_MAX_PIXELS} pixels wide and high`);
  const id = sha256Hex(content).slice(0, 24);
  await removeLogo(environmentId);
  await prisma().recipientPageLogo.create({ data: { environmentId, id, contentType, content } });
  return id;
}

export async function removeLogo(environmentId: string): Promise<void> {
  await prisma().recipientPageLogo.deleteMany({ where: { environmentId } });
}

/**
 * Returns the picture, which browsers may cache.
 *
 * @throws ApiError 404 if the environment now has another logo.
 */
export async function answerLogo(environmentId: string, id: string): Promise<Response> {
  const headers = { 'content-security-policy': "default-src 'none'", 'x-robots-tag': 'noindex' };
  const logo = await prisma().recipientPageLogo.findFirst({ where: { environmentId, id } });
  if (!logo) throw new ApiError('not_found', 'Logo not found');
  const cached = { 'cache-control': 'public, max-age=31536000, immutable', 'content-type': logo.contentType };
  return new Response(logo.content, { headers: { ...headers, ...cached } });
}
