/** Entity tags: the version of a record, and whether a caller who changes it knows the current version. */
import { RawJson } from './operation.ts';

/** Returns `body` as JSON, with its version as `ETag`. */
export function tagged(body: unknown, version: string | number): RawJson {
  return new RawJson(JSON.stringify(body), { etag: etagOf(version) });
}

export function etagOf(version: string | number): string {
  return `"${version}"`;
}

/** Returns the `If-Match` header of a request. Undefined without one. */
export function ifMatchOf(request: Request): string | undefined {
  return request.headers.get('if-match') ?? undefined;
}

/**
 * Whether `ifMatch` does not match the current version (RFC 9110, 13.1.1). A list matches if one of its tags matches.
 * `*` matches every version. A weak tag never matches.
 */
export function isStale(ifMatch: string | undefined, version: string | number): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return false;
  return !ifMatch
    .split(',')
    .map((tag) => tag.trim())
    .includes(etagOf(version));
}
