import { isStorableText } from '#lib/postgres/storable.ts';
import { ApiError, fieldError } from './errors.ts';
import { type JsonExtent, jsonExtent } from './json-extent.ts';

/** Maximum nesting of arrays and objects in a body. */
export const BODY_MAX_DEPTH = 200;

/**
 * The maximum count of names and values in a body, and of numbers in its lists. Parsing this many takes some tens of
 * milliseconds.
 */
const BODY_MOST = { items: 64_000, numbers: 500_000 } as const;

const jsonType = /^application\/json(?:\s*;\s*charset\s*=\s*"?utf-?8"?)?\s*(?:;\s*)?$/i;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** @throws ApiError 415 for a content type other than JSON in UTF-8, or a content encoding other than `identity`. */
export function assertJson({ headers }: Request): void {
  const type = headers.get('content-type');
  if (type !== null && !jsonType.test(type))
    throw unsupported(`Content-Type must be application/json, not ${type.slice(0, 100)}`);
  const encoding = headers.get('content-encoding');
  if (encoding !== null && encoding !== 'identity') throw unsupported('Content-Encoding is not supported');
}

/**
 * Measures a JSON body before parsing.
 *
 * @throws ApiError 413 for too many names and values, or numbers in lists.
 */
export function extentOf(bytes: Uint8Array): JsonExtent {
  const extent = jsonExtent(bytes, BODY_MOST);
  if (extent.items > BODY_MOST.items) throw tooMany(`${BODY_MOST.items} names and values`);
  if (extent.numbers > BODY_MOST.numbers)
    throw tooMany(`${BODY_MOST.numbers} numbers in lists. Send files as base64 text`);
  return extent;
}

function tooMany(what: string): ApiError {
  return new ApiError('payload_too_large', `The body has more than ${what}`);
}

/**
 * Parses a JSON body. An empty body is `{}`.
 *
 * @throws ApiError 415 without a content type, 400 for malformed JSON, 422 for a body that is nested too deeply or
 * contains text that PostgreSQL cannot store.
 */
export function parseJsonBody({ headers }: Request, bytes: Uint8Array, { depth }: JsonExtent): unknown {
  if (bytes.byteLength === 0) return {};
  const text = decode(bytes);
  if (headers.get('content-type') === null) throw unsupported('Content-Type must be application/json');
  const value = parseJson(text);
  if (depth > BODY_MAX_DEPTH) throw fieldError('body', `must not be nested deeper than ${BODY_MAX_DEPTH} levels`);
  if (UNSTORABLE_ESCAPE.test(text)) assertStorable(value);
  return value;
}

/**
 * Matches the escapes of NUL and of surrogates, the only forms in which JSON can contain them. Paired surrogates match
 * too, although PostgreSQL can store them.
 */
const UNSTORABLE_ESCAPE = /\\u(?:0000|d[89a-f])/i;

function unsupported(message: string): ApiError {
  return new ApiError('unsupported_media_type', message);
}

/**
 * Reads the bytes of a body. The HTTP parser enforces an announced length. Without one, the bytes of the stream are
 * counted.
 *
 * @throws ApiError 413 over `limit` bytes, 400 if the connection breaks.
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
  // Without `preventCancel`, leaving the loop would close the connection before the response is sent.
  for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns the error for a body that exceeds the limit of an operation. */
export function tooLarge(limit: number): ApiError {
  return new ApiError('payload_too_large', `The body is larger than ${limit} bytes`);
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new ApiError('bad_request', 'The body is not valid UTF-8', { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError('bad_request', 'The body is not valid JSON', { cause });
  }
}

/** An array or object in the body, with its position. */
interface Place {
  container: object;
  key?: string;
  parent?: Place;
}

/** Checks all texts of a body, level by level and without recursion. Builds paths only for problems. */
function assertStorable(body: unknown): void {
  if (typeof body === 'string') assertStorableText(body);
  const open: Place[] = typeof body === 'object' && body !== null ? [{ container: body }] : [];
  for (const place of open) {
    for (const [key, value] of Object.entries(place.container)) {
      assertStorableText(key, place);
      if (typeof value === 'string') assertStorableText(value, place, key);
      if (typeof value === 'object' && value !== null) open.push({ container: value, key, parent: place });
    }
  }
}

function assertStorableText(text: string, place?: Place, key?: string): void {
  if (isStorableText(text)) return;
  const path = key === undefined ? [] : [key];
  for (let at = place; at?.key !== undefined; at = at.parent) path.unshift(at.key);
  throw fieldError(path.join('.') || 'body', 'must not contain the NUL character or unpaired surrogates');
}
