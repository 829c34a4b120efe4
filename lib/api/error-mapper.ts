import { z } from 'zod';
import { valueAt } from '#lib/json/values.ts';
import { databaseProblem } from '#lib/postgres/db-error.ts';
import { isPassing } from '#lib/postgres/passing.ts';
import { ApiError, type FieldErrors } from './errors.ts';
import { isOfWrongType, issueText } from './issue-text.ts';

/** SQLSTATEs that mean that the database cannot store a value of the request. */
const unstorable = new Set(['22001', '22003', '22021', '22P02', '22P05', '23502', '23514']);

/** SQLSTATEs of temporary errors that last longer than a second: a full disk, a read-only server, a failing disk. */
const lasting = /^(53100|25006|58...)$/;

/**
 * Converts any thrown value into an `ApiError`. An unexpected one becomes a 500 that shows no detail but has the cause
 * attached, for the log.
 */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof z.ZodError) return validationError(error);
  return databaseError(error) ?? new ApiError('internal', 'Internal server error', { cause: error });
}

function databaseError(error: unknown): ApiError | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = databaseProblem(error)?.code ?? '';
  if (code === '23505' || code === 'P2002')
    return new ApiError('conflict', 'The resource already exists', { cause: error });
  if (code === '23503' || code === 'P2003')
    return new ApiError('conflict', 'The resource is in use or refers to a resource that does not exist', {
      cause: error,
    });
  if (code === 'P2025') return new ApiError('not_found', 'Not found', { cause: error });
  if (unstorable.has(code))
    return new ApiError('unprocessable', 'Validation Error', {
      errors: { general: { messages: ['A value cannot be stored'] } },
      cause: error,
    });
  return isPassing(error) ? unavailable(error, lasting.test(code) ? 10 : 1) : undefined;
}

function unavailable(cause: unknown, retrySeconds: number): ApiError {
  return new ApiError('unavailable', 'The database is unavailable: retry shortly', {
    headers: { 'retry-after': String(retrySeconds) },
    cause,
  });
}

/**
 * Returns a 422 from the issues of a schema.
 *
 * @param value the parsed value. Without it, a missing value of a choice is reported as an invalid one.
 * @param root the name under which problems without a field are reported.
 */
export function validationError(error: z.ZodError, value?: unknown, root = 'general'): ApiError {
  return new ApiError('unprocessable', 'Validation Error', { errors: fieldErrors(error, value, root) });
}

/** Returns the problems of one entry among many, each with the name of its field in front. */
export function problemTexts(error: z.ZodError, value: unknown): string[] {
  return Object.entries(fieldErrors(error, value, '')).flatMap(([field, { messages }]) =>
    messages.map((text) => (field ? `${field}: ${text}` : text)),
  );
}

function fieldErrors(error: z.ZodError, value: unknown, root: string): FieldErrors {
  const errors: FieldErrors = Object.create(null);
  for (const { field, message: said, isTooBig } of problems(error.issues, value, []).slice(0, MAX_PROBLEMS)) {
    const name = field || root;
    const message = root === 'query' && !isTooBig && isRepeated(value, name) ? 'must be given once' : said;
    errors[name] ??= { messages: [] };
    if (!errors[name].messages.includes(message)) errors[name].messages.push(message);
  }
  return errors;
}

/** Whether a query parameter is repeated. */
function isRepeated(query: unknown, name: string): boolean {
  return Array.isArray(valueAt(query, [name]));
}

/**
 * Maximum problems in a response. Without a maximum, a list of 100,000 wrong values would cause a response of
 * megabytes.
 */
const MAX_PROBLEMS = 100;

interface Problem {
  field: string;
  message: string;
  isMissing: boolean;
  /** Whether the value exceeds a maximum, such as a list with too many entries. */
  isTooBig: boolean;
}

/** Returns each problem of the issues. For a union, returns the problems of the alternative that fits best. */
function problems(issues: readonly z.core.$ZodIssue[], value: unknown, parents: readonly PropertyKey[]): Problem[] {
  return issues.slice(0, MAX_PROBLEMS).flatMap((issue) => {
    const path = [...parents, ...issue.path];
    if (issue.code === 'invalid_union' && issue.errors.length > 0) return closest(issue.errors, value, path);
    const isMissing = isOfWrongType(issue) && (isUndefined(issue) || lacks(value, path));
    const message = isMissing ? 'is required' : issueText(issue);
    return { field: path.map(String).join('.'), message, isMissing, isTooBig: issue.code === 'too_big' };
  });
}

/**
 * Whether the value is missing in an existing object or list. A parameter that is given once is not a list, so its
 * elements are not missing.
 */
function lacks(value: unknown, path: readonly PropertyKey[]): boolean {
  const holder = valueAt(value, path.slice(0, -1));
  return typeof holder === 'object' && holder !== null && valueAt(value, path) === undefined;
}

/** Whether zod's message reports a missing value. For literals and choices, the message does not. */
function isUndefined({ message }: z.core.$ZodIssue): boolean {
  return message.endsWith('received undefined');
}

/**
 * Returns the problems of the alternative that fits best. If several fit equally, the one with the fewest missing
 * fields is chosen.
 */
function closest(alternatives: z.core.$ZodIssue[][], value: unknown, path: readonly PropertyKey[]): Problem[] {
  const best = Math.max(...alternatives.map(closenessOf));
  const fitting = alternatives
    .filter((issues) => closenessOf(issues) === best)
    .map((issues) => problems(issues, value, path));
  const missing = (each: Problem[]) => each.filter(({ isMissing }) => isMissing).length;
  return fitting.reduce((least, each) => (missing(each) < missing(least) ? each : least));
}

/**
 * Returns how well an alternative fits: the depth of its deepest problem. 0 means that the value itself has the wrong
 * type.
 */
function closenessOf(issues: z.core.$ZodIssue[]): number {
  return issues.reduce((most, issue) => Math.max(most, depthOf(issue)), 0);
}

function depthOf(issue: z.core.$ZodIssue): number {
  if (issue.code === 'invalid_union' && issue.errors.length > 0)
    return issue.path.length + Math.max(...issue.errors.map(closenessOf));
  return issue.path.length + (issue.code === 'invalid_type' && issue.path.length === 0 ? 0 : 1);
}
