import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { toApiError, validationError } from './error-mapper.ts';
import { ApiError, errorBody, fieldError, statusOf } from './errors.ts';

describe('ApiError', () => {
  test.each(Object.entries(statusOf))('%s has status %i', (code, status) => {
    expect(new ApiError(code as keyof typeof statusOf, 'x').status).toBe(status);
  });

  test('has errors with every 422 and with no other status', () => {
    expect(new ApiError('unprocessable', 'x').errors).toEqual({});
    expect(new ApiError('conflict', 'x').errors).toBeUndefined();
    expect(fieldError('a.b', 'must be b').errors).toEqual({ 'a.b': { messages: ['must be b'] } });
  });

  test('has a body whose extra keys replace no standard key', () => {
    const error = new ApiError('conflict', 'Exists', {
      extra: { subscriberId: 'jane', statusCode: 1, message: 'other' },
    });
    expect(errorBody(error, '/api/v2/subscribers?a=1', 'r1')).toEqual({
      subscriberId: 'jane',
      statusCode: 409,
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      path: '/api/v2/subscribers?a=1',
      message: 'Exists',
      code: 'conflict',
      requestId: 'r1',
    });
  });
});

describe('validationError', () => {
  test('names at most a hundred problems', () => {
    const wrong = Array(200_000).fill(1);
    const issuesOf = (schema: z.ZodType) => schema.safeParse(wrong).error as z.ZodError;
    for (const schema of [z.array(z.string()), z.union([z.array(z.string()), z.array(z.object({ a: z.string() }))])])
      expect(Object.keys(validationError(issuesOf(schema), wrong).errors ?? {})).toHaveLength(100);
  });

  const schema = z.object({
    name: z.string(),
    items: z.array(z.object({ id: z.string().max(2) })),
    choice: z.union([z.string(), z.object({ key: z.literal('a') })]).optional(),
  });
  const errorsOf = (value: unknown) =>
    validationError(schema.safeParse(value).error as z.ZodError, value, 'body').errors;

  test('names fields, also nested ones and elements', () => {
    expect(errorsOf({ items: [{ id: 'a' }, { id: 'long' }] })).toEqual({
      name: { messages: ['is required'] },
      'items.1.id': { messages: [expect.stringContaining('2')] },
    });
  });

  test('reports problems of the whole under its name', () => {
    expect(errorsOf([])).toEqual({ body: { messages: [expect.stringContaining('object')] } });
  });

  test('reports the alternative of a union that came closest', () => {
    expect(errorsOf({ name: 'x', items: [], choice: { key: 'b' } })).toEqual({
      'choice.key': { messages: [expect.any(String)] },
    });
  });

  test('prefers the alternative whose type matches the value', () => {
    const one = z.union([z.string(), z.object({ email: z.email() })]);
    const to = z.object({ to: z.union([one, z.array(one).max(2, 'at most 2')]) });
    const errorsOf = (value: unknown) => validationError(to.safeParse(value).error as z.ZodError, value).errors;
    expect(errorsOf({ to: ['a', 'b', 'c'] })).toEqual({ to: { messages: ['at most 2'] } });
    expect(errorsOf({ to: ['a', { email: 'b' }] })).toEqual({
      'to.1.email': { messages: ['must be an email address'] },
    });
    expect(errorsOf({ to: { email: 'b' } })).toEqual({ 'to.email': { messages: ['must be an email address'] } });
    expect(errorsOf({ to: ['a', 5] })).toEqual({ 'to.1': { messages: ['must be a text'] } });
  });

  test('reports the alternative that misses the fewest fields if several fit equally', () => {
    const to = z.union([z.object({ type: z.literal('Topic'), topicKey: z.string() }), z.object({ id: z.string() })]);
    const errorsOf = (value: unknown) => validationError(to.safeParse(value).error as z.ZodError, value).errors;
    const required = { messages: ['is required'] };
    expect(errorsOf({})).toEqual({ id: required });
    expect(errorsOf({ id: 5 })).toEqual({ id: { messages: ['must be a text'] } });
    expect(errorsOf({ type: 'Topic' })).toEqual({ topicKey: required });
    expect(errorsOf({ topicKey: 'a' })).toEqual({ type: required });
    expect(errorsOf({ type: 'Group', topicKey: 'a' })).toEqual({
      type: { messages: [expect.stringContaining('Topic')] },
    });
  });

  test('is not confused by a field named __proto__', () => {
    const error = new z.ZodError([{ code: 'custom', path: ['__proto__'], message: 'no', input: 1 }]);
    expect(Object.keys(validationError(error).errors ?? {})).toEqual(['__proto__']);
  });
});

describe('toApiError', () => {
  const database = (code: string) => Object.assign(new pg.DatabaseError('secret detail', 1, 'error'), { code });

  test.each<[string, number, string?]>([
    ['23505', 409],
    ['23503', 409],
    ['22P05', 422],
    ['22021', 422],
    ['22P02', 422],
    ['57014', 503],
    ['40P01', 503],
    ['55P03', 503],
    ['57P01', 503],
    ['57P02', 503],
    ['57P03', 503],
    ['53000', 503],
    ['53100', 503, '10'],
    ['53200', 503],
    ['53300', 503],
    ['25006', 503, '10'],
    ['58030', 503, '10'],
    ['26000', 503],
    ['08006', 503],
    ['ECONNREFUSED', 503],
    ['P2002', 409],
    ['P2025', 404],
    ['42P01', 500],
  ])('maps %s to %i without its text', (code, status, wait = '1') => {
    const error = toApiError(database(code));
    expect(error.status).toBe(status);
    expect(JSON.stringify(errorBody(error, '/', 'r'))).not.toContain('secret');
    expect(error.headers?.['retry-after']).toBe(status === 503 ? wait : undefined);
  });

  test.each(['timeout exceeded when trying to connect', 'Connection terminated unexpectedly'])(
    'maps "%s" to 503',
    (message) => {
      expect(toApiError(new Error(message)).status).toBe(503);
    },
  );

  test.each([[new Error('secret')], ['text'], [undefined], [null]])(
    'hides %s behind a 500 and keeps it as the cause',
    (thrown) => {
      const error = toApiError(thrown);
      expect(error).toMatchObject({ status: 500, message: 'Internal server error', cause: thrown });
    },
  );

  test('returns an ApiError unchanged', () => {
    const error = new ApiError('not_found', 'x');
    expect(toApiError(error)).toBe(error);
  });
});
