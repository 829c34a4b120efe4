import { type inferParserType, parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral } from 'nuqs';
import { ranges, spanOf } from '#components/activity/time-range.ts';
import type { RequestListInput } from '#lib/request-log/client.ts';

const PAGE_SIZE = 50;

const text = parseAsString.withDefault('');

/** All filters of the log as stored in the URL, and the cursors of the pages up to the current page. */
export const requestLogParsers = {
  after: parseAsArrayOf(parseAsString).withDefault([]),
  live: parseAsBoolean.withDefault(false),
  range: parseAsStringLiteral(ranges.map(({ value }) => value)).withDefault('30d'),
  from: text,
  to: text,
  zone: text,
  /** A request ID, or a text in the path or in the error. */
  q: text,
  /** `404` or `4xx`. */
  status: text,
  method: text,
  path: text,
  /** `key:<id>` or `user:<id>`. */
  caller: text,
  request: text,
};

export type RequestLogQuery = inferParserType<typeof requestLogParsers>;

/**
 * Returns the query for the API. `until` (milliseconds) fixes the start of the range, so that pages do not shift while a
 * user reads. A search by request ID ignores the range.
 */
export function requestInput(query: RequestLogQuery, until: number): RequestListInput {
  const { after, q, status, method, path, caller, request } = query;
  const [kind, id = null] = caller.split(':');
  const span = spanOf(query, until);
  return {
    after: after.at(-1) ?? null,
    q: q || null,
    status: status || null,
    method: method || null,
    path: path || null,
    apiKeyId: kind === 'key' ? id : null,
    userId: kind === 'user' ? id : null,
    requestId: request || null,
    createdGte: request ? null : new Date(span.from).toISOString(),
    createdLt: query.to && !request ? new Date(span.to).toISOString() : null,
    limit: PAGE_SIZE,
  };
}

/** Returns the values of the filters except the range and the search text. */
export function filterValues({ status, method, path, caller, request }: RequestLogQuery): string[] {
  return [status, method, path, caller, request];
}

/** Whether the page can follow new calls: the first page of a range that ends now. */
export function canBeLive({ after, to }: RequestLogQuery): boolean {
  return after.length === 0 && to === '';
}

/** Converts a typed path to the form in the log: without origin and query, with `/api`. */
export function pathPrefix(typed: string): string {
  const path =
    typed
      .trim()
      .replace(/^https?:\/\/[^/]*/, '')
      .split('?')[0] ?? '';
  const rooted = path === '' || path.startsWith('/') ? path : `/${path}`;
  return /^\/v\d/.test(rooted) ? `/api${rooted}` : rooted;
}

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((value) => ({ value, label: value }));
