import { isStorableText } from '#lib/postgres/storable.ts';
import { ApiError, fieldError } from './errors.ts';

/** How many levels of arrays and objects a body may have. */
export const BODY_MAX_DEPTH = 200;

const jsonType = /^application\/json(?:\s*;\s*charset\s*=\s*"?utf-?8"?)?\s*(?:;\s*)?$/i;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** @throws ApiError 415 unless the body is plain JSON: another content type, or any content encoding. */
export function assertJson({ headers }: Request): void {
  const type = headers.get('content-type');
  if (type !== null && !jsonType.test(type))
    throw unsupported(`Content-Type must be application/json, not ${type.slice(0, 100)}`);
  const encoding = headers.get('content-encoding');
  if (encoding !== null && encoding !== 'identity') throw unsupported('Content-Encoding is not supported');
}

/**
 * The JSON value of a body; an empty body is `{}`.
 *
 * @throws ApiError 415 without a content type, 400 malformed, 422 too deep or with text that PostgreSQL cannot store.
 */
export function parseJsonBody({ headers }: Request, bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return {};
  const text = decode(bytes);
  if (headers.get('content-type') === null) throw unsupported('Content-Type must be application/json');
  return parseJson(text);
}

function unsupported(message: string): ApiError {
  return new ApiError('unsupported_media_type', message);
}

/**
 * The bytes of a body. The HTTP parser enforces an announced length; without one the stream is counted.
 *
 * @throws ApiError 413 over `limit` bytes, 400 when the connection breaks off.
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const length = request.headers.get('content-length');
  if (length !== null && Number(length) > limit) throw tooLarge(limit);
  try {
    if (length !== null && request.headers.get('transfer-encoding') === null)
      return new Uint8Array(await request.arrayBuffer());
    return await readStream(request, limit);
  } catch (cause) {
    throw cause instanceof ApiError ? cause : new ApiError('bad_request', 'The body could not be read', { cause });
  }
}

async function readStream(request: Request, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(limit: number): ApiError {
  return new ApiError('payload_too_large', `The body is larger than ${limit} bytes`, {
    headers: { connection: 'close' },
  });
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new ApiError('bad_request', 'The body is not valid UTF-8', { cause });
  }
}

function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ApiError('bad_request', 'The body is not valid JSON', { cause });
  }
  if (text.length > BODY_MAX_DEPTH || text.includes('\\u')) assertStorable(value);
  return value;
}

/** A value in the body with its path. */
type Place = [path: string, value: unknown];

/** Walks level by level, without recursion. In JSON, NUL and lone surrogates can only be `\u` escapes. */
function assertStorable(body: unknown): void {
  let level: Place[] = [['', body]];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > BODY_MAX_DEPTH && level.some(([, value]) => typeof value === 'object' && value !== null))
      throw fieldError('body', `must not be nested deeper than ${BODY_MAX_DEPTH} levels`);
    level = level.flatMap(inside);
  }
}

function inside([path, value]: Place): Place[] {
  if (typeof value === 'string') assertStorableText(value, path);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([key, item]) => {
    assertStorableText(key, path);
    return [path === '' ? key : `${path}.${key}`, item];
  });
}

function assertStorableText(text: string, path: string): void {
  if (isStorableText(text)) return;
  throw fieldError(path || 'body', 'must not contain the NUL character or unpaired surrogates');
}
