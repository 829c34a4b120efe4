import { z } from 'zod';
import { valueAt } from '#lib/json.ts';
import { databaseProblem } from '#lib/postgres/db-error.ts';
import { ApiError, type FieldErrors } from './errors.ts';
import { isOfWrongType, issueText } from './issue-text.ts';

/** SQLSTATEs that mean: the request holds a value the database cannot store. */
const unstorable = new Set(['22001', '22003', '22021', '22P02', '22P05', '23502', '23514']);

/**
 * SQLSTATEs and socket errors that are temporary: statement timeout, deadlock, a connection that was ended, a server that
 * starts or stops, or that takes no writes after a failover. 26000: a statement behind one on a shared connection that
 * should have prepared it and failed.
 */
const transient = new Set([
  '57014',
  '40001',
  '40P01',
  '55P03',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
  '25006',
  '26000',
]);
/** Classes of them: a connection that failed; no room on the disk, no memory, too many connections; a disk that fails. */
const transientClass = /^(08|53|58)...$/;
/** Those that do not pass within a second: a full disk, a server without writes, a disk that fails. */
const lasting = /^(53100|25006|58...)$/;
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'EAI_AGAIN',
  'P1001',
  'P1008',
  'P1011',
  'P1017',
  'P2024',
  'P2028',
  'P2037',
]);
const lostConnection =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/**
 * Turns any thrown value into an `ApiError`. An unexpected one becomes a 500 without detail, with the cause attached.
 */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof z.ZodError) return validationError(error);
  return databaseError(error) ?? new ApiError('internal', 'Internal server error', { cause: error });
}

function databaseError(error: unknown): ApiError | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = databaseProblem(error)?.code ?? '';
  if (code === '23505' || code === 'P2002') return new ApiError('conflict', 'It already exists', { cause: error });
  if (code === '23503' || code === 'P2003')
    return new ApiError('conflict', 'It is in use or refers to something that does not exist', { cause: error });
  if (code === 'P2025') return new ApiError('not_found', 'Not found', { cause: error });
  if (unstorable.has(code))
    return new ApiError('unprocessable', 'Validation Error', {
      errors: { general: { messages: ['A value cannot be stored'] } },
      cause: error,
    });
  return isPassing(error, code) ? unavailable(error, lasting.test(code) ? 10 : 1) : undefined;
}

function isPassing(error: Error, code: string): boolean {
  return (
    transient.has(code) || unreachable.has(code) || transientClass.test(code) || lostConnection.test(error.message)
  );
}

function unavailable(cause: unknown, retrySeconds: number): ApiError {
  return new ApiError('unavailable', 'The database is not available, try again shortly', {
    headers: { 'retry-after': String(retrySeconds) },
    cause,
  });
}

/**
 * A 422 from the issues of a schema.
 *
 * @param value what was parsed. Where it is not known, a choice that is missing counts as a wrong one.
 * @param root its name, for problems that belong to no field.
 */
export function validationError(error: z.ZodError, value?: unknown, root = 'general'): ApiError {
  return new ApiError('unprocessable', 'Validation Error', { errors: fieldErrors(error, value, root) });
}

/** The same of one entry among many: each problem behind its field. */
export function problemTexts(error: z.ZodError, value: unknown): string[] {
  return Object.entries(fieldErrors(error, value, '')).flatMap(([field, { messages }]) =>
    messages.map((text) => (field ? `${field}: ${text}` : text)),
  );
}

function fieldErrors(error: z.ZodError, value: unknown, root: string): FieldErrors {
  const errors: FieldErrors = Object.create(null);
  for (const { field, message: said } of problems(error.issues, value, []).slice(0, MOST_PROBLEMS)) {
    const name = field || root;
    const message = root === 'query' && isRepeated(value, name, said) ? 'must be given once' : said;
    errors[name] ??= { messages: [] };
    if (!errors[name].messages.includes(message)) errors[name].messages.push(message);
  }
  return errors;
}

/** Whether a parameter that takes a single value is given several times. One that takes a list may have too many. */
function isRepeated(query: unknown, name: string, message: string): boolean {
  return Array.isArray(valueAt(query, [name])) && !/^must contain no more than/.test(message);
}

/** More are of no use. A list of a hundred thousand wrong values would be an answer of megabytes. */
const MOST_PROBLEMS = 100;

interface Problem {
  field: string;
  message: string;
  isMissing: boolean;
}

/** The single problems inside issues. Inside a union: those of the alternative that came closest. */
function problems(issues: readonly z.core.$ZodIssue[], value: unknown, parents: readonly PropertyKey[]): Problem[] {
  return issues.slice(0, MOST_PROBLEMS).flatMap((issue) => {
    const path = [...parents, ...issue.path];
    if (issue.code === 'invalid_union' && issue.errors.length > 0) return closest(issue.errors, value, path);
    const isMissing = isOfWrongType(issue) && (isUndefined(issue) || lacks(value, path));
    return { field: path.map(String).join('.'), message: isMissing ? 'is required' : issueText(issue), isMissing };
  });
}

/** Whether there is nothing at the path, but what should hold it. A parameter that is given once is no list yet. */
function lacks(value: unknown, path: readonly PropertyKey[]): boolean {
  const holder = valueAt(value, path.slice(0, -1));
  return typeof holder === 'object' && holder !== null && valueAt(value, path) === undefined;
}

/** Where zod says it; of a literal or a choice it does not. */
function isUndefined({ message }: z.core.$ZodIssue): boolean {
  return message.endsWith('received undefined');
}

/** Of alternatives that fit equally well, the one that misses the fewest fields. */
function closest(alternatives: z.core.$ZodIssue[][], value: unknown, path: readonly PropertyKey[]): Problem[] {
  const best = Math.max(...alternatives.map(closenessOf));
  const fitting = alternatives
    .filter((issues) => closenessOf(issues) === best)
    .map((issues) => problems(issues, value, path));
  const missing = (each: Problem[]) => each.filter(({ isMissing }) => isMissing).length;
  return fitting.reduce((least, each) => (missing(each) < missing(least) ? each : least));
}

/** How far an alternative fits: the depth of its deepest problem, and before that whether the value is of its type at all. */
function closenessOf(issues: z.core.$ZodIssue[]): number {
  return issues.reduce((most, issue) => Math.max(most, depthOf(issue)), 0);
}

function depthOf(issue: z.core.$ZodIssue): number {
  if (issue.code === 'invalid_union' && issue.errors.length > 0)
    return issue.path.length + Math.max(...issue.errors.map(closenessOf));
  return issue.path.length + (issue.code === 'invalid_type' && issue.path.length === 0 ? 0 : 1);
}
