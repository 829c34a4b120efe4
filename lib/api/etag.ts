/** Entity tags: the version of one record, and whether a caller who wants to change it knows the current one. */
import { RawJson } from './operation.ts';

/** `body` as JSON with the version it is of as its `ETag`. */
export function tagged(body: unknown, version: string | number): RawJson {
  return new RawJson(JSON.stringify(body), { etag: etagOf(version) });
}

export function etagOf(version: string | number): string {
  return `"${version}"`;
}

/** The `If-Match` of a request; undefined without one. */
export function ifMatchOf(request: Request): string | undefined {
  return request.headers.get('if-match') ?? undefined;
}

/**
 * Whether `ifMatch` names a version that is no longer the current one (RFC 9110, 13.1.1). A list matches by any of its
 * tags, `*` by every version; a weak tag never matches.
 */
export function isStale(ifMatch: string | undefined, version: string | number): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return false;
  return !ifMatch
    .split(',')
    .map((tag) => tag.trim())
    .includes(etagOf(version));
}
