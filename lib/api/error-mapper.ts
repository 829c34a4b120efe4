import { z } from 'zod';
import { databaseProblem } from '#lib/db-error.ts';
import { ApiError, type FieldErrors } from './errors.ts';

/** SQLSTATEs that mean: the request holds a value the database cannot store. */
const unstorable = new Set(['22001', '22003', '22021', '22P02', '22P05', '23502', '23514']);

/** SQLSTATEs and socket errors that are temporary: statement timeout, deadlock, a restarting or full server. */
const transient = new Set(['57014', '40001', '40P01', '55P03', '57P01', '57P02', '57P03', '53300']);
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'EAI_AGAIN',
  'P1001',
  'P1017',
  'P2024',
  'P2028',
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
  return isPassing(error, code) ? unavailable(error) : undefined;
}

function isPassing(error: Error, code: string): boolean {
  return transient.has(code) || unreachable.has(code) || /^08...$/.test(code) || lostConnection.test(error.message);
}

function unavailable(cause: unknown): ApiError {
  return new ApiError('unavailable', 'The database is not available, try again shortly', {
    headers: { 'retry-after': '1' },
    cause,
  });
}

/**
 * A 422 from the issues of a schema.
 *
 * @param root the name of the parsed value, for problems that belong to no field.
 */
export function validationError(error: z.ZodError, root = 'general'): ApiError {
  return new ApiError('unprocessable', 'Validation Error', { errors: fieldErrors(error, root) });
}

function fieldErrors(error: z.ZodError, root: string): FieldErrors {
  const errors: FieldErrors = Object.create(null);
  for (const { field, message } of error.issues.flatMap((issue) => leaves(issue, []))) {
    const name = field || root;
    errors[name] ??= { messages: [] };
    if (!errors[name].messages.includes(message)) errors[name].messages.push(message);
  }
  return errors;
}

/** The single problems inside an issue. For a union: those of the alternative that came closest. */
function leaves(issue: z.core.$ZodIssue, parents: PropertyKey[]): { field: string; message: string }[] {
  const path = [...parents, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const closest = issue.errors.reduce((best, issues) => (closenessOf(issues) > closenessOf(best) ? issues : best));
    return closest.flatMap((inner) => leaves(inner, path));
  }
  return [{ field: path.map(String).join('.'), message: wording(issue) }];
}

/** How far an alternative fits: the depth of its deepest problem, and before that whether the value is of its type at all. */
function closenessOf(issues: z.core.$ZodIssue[]): number {
  return Math.max(
    ...issues.map((issue) => {
      if (issue.code === 'invalid_union' && issue.errors.length > 0)
        return issue.path.length + Math.max(...issue.errors.map(closenessOf));
      return issue.path.length + (issue.code === 'invalid_type' && issue.path.length === 0 ? 0 : 1);
    }),
  );
}

function wording(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return 'is required';
  return issue.message;
}
