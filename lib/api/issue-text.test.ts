import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ListMessagesQuery } from '#lib/messages/schema.ts';
import { ListNotificationsQuery } from '#lib/notifications/schema.ts';
import { CreateSubscriberBody } from '#lib/subscribers/schema.ts';
import { ListWorkflowsQuery } from '#lib/workflows/schema.ts';
import { validationError } from './error-mapper.ts';
import { issueText } from './issue-text.ts';
import { parseSearchParams } from './query.ts';

const textOf = (schema: z.ZodType, value: unknown) => {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  return issue && issueText(issue);
};

test.each<[z.ZodType, unknown, string]>([
  [z.string(), 5, 'must be a text'],
  [z.number(), '5', 'must be a number'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.boolean(), 'yes', 'must be true or false'],
  [z.array(z.string()), {}, 'must be a list'],
  [z.object({}), [], 'must be an object'],
  [z.record(z.string(), z.string()), 5, 'must be an object'],
  [z.null(), 5, 'must be null'],
  [z.enum(['a', 'b']), 'c', 'must be one of "a", "b"'],
  [z.literal('a'), 'c', 'must be "a"'],
  [z.literal(true), false, 'must be true'],
  [z.email(), 'x', 'must be an email address'],
  [z.url(), 'x', 'must be a URL'],
  [z.iso.datetime(), 'x', 'must be a date and time in ISO 8601, such as 2026-01-31T00:00:00.000Z'],
  [z.iso.date(), 'x', 'must be a date, such as 2026-01-31'],
  [z.string().regex(/a/), 'x', 'has the wrong format'],
  [z.string().min(1), '', 'must not be empty'],
  [z.string().min(2), 'a', 'must have at least 2 characters'],
  [z.string().max(2), 'abc', 'must be at most 2 characters'],
  [z.number().min(1), 0, 'must not be less than 1'],
  [z.number().gt(1), 1, 'must be greater than 1'],
  [z.number().max(1), 2, 'must not be greater than 1'],
  [z.number().lt(1), 1, 'must be less than 1'],
  [z.array(z.string()).min(1), [], 'must not be empty'],
  [z.array(z.string()).min(2), [], 'must contain at least 2 elements'],
  [z.array(z.string()).max(1), ['a', 'b'], 'must contain no more than 1 element'],
  [z.strictObject({}), { x: 1, y: 2 }, 'must not have the fields "x", "y"'],
  [z.number().multipleOf(5), 3, 'must be a multiple of 5'],
  [z.discriminatedUnion('t', [z.object({ t: z.literal('a') })]), { t: 'b' }, 'has none of the known values'],
  [z.string().max(2, 'is much too long'), 'abc', 'is much too long'],
  [z.string().refine(() => false, 'must be better'), 'abc', 'must be better'],
])('a problem has a plain text (%#)', (schema, value, text) => {
  expect(textOf(schema, value)).toBe(text);
});

describe('query parameters', () => {
  const errorsOf = (schema: z.ZodType, search: string) => {
    const value = parseSearchParams(new URLSearchParams(search));
    const error = schema.safeParse(value).error as z.ZodError;
    return Object.entries(validationError(error, value, 'query').errors ?? {});
  };

  test.each<[z.ZodType, string, string]>([
    [ListNotificationsQuery, 'channels', 'fax'],
    [ListNotificationsQuery, 'status', 'nothing'],
    [ListNotificationsQuery, 'reason', 'nothing'],
    [ListNotificationsQuery, 'severity', 'nothing'],
    [ListNotificationsQuery, 'view', 'nothing'],
    [ListMessagesQuery, 'channel', 'fax'],
    [ListMessagesQuery, 'status', 'nothing'],
    [ListMessagesQuery, 'outcome', 'nothing'],
    [ListWorkflowsQuery, 'status', 'nothing'],
    [ListWorkflowsQuery, 'issueType', 'nothing'],
    [ListWorkflowsQuery, 'orderBy', 'nothing'],
  ])('with an unknown choice cause an error with the choices, given once or twice (%#: %s)', (schema, name, wrong) => {
    for (const search of [`${name}=${wrong}`, `${name}[]=${wrong}`]) {
      const [[field = '', { messages }] = ['', { messages: [] as string[] }]] = errorsOf(schema, search);
      expect(field.split('.')[0]).toBe(name);
      expect(messages).toEqual([expect.stringMatching(/^must be (one of "|given once)/)]);
    }
  });

  test.each([
    [ListNotificationsQuery, 'view=full&view=full'],
    [ListNotificationsQuery, 'search=a&search=b'],
    [ListNotificationsQuery, 'limit=1&limit=1'],
    [ListMessagesQuery, 'channel=sms&channel=sms'],
  ])('with a single value are rejected if given twice (%#)', (schema, search) => {
    expect(errorsOf(schema, search)).toEqual([[search.split('=')[0], { messages: ['must be given once'] }]]);
  });
});

test('no problem of a subscriber’s body has a text of a library', () => {
  const wrong: unknown[] = [5, '', 'x'.repeat(9_000), '\u0000', [], {}, true];
  for (const field of Object.keys(CreateSubscriberBody.shape)) {
    for (const value of wrong) {
      const { error } = CreateSubscriberBody.safeParse({ subscriberId: 'jane', [field]: value });
      for (const issue of error?.issues ?? []) expect(issueText(issue)).not.toMatch(/Invalid|Too|expected|received/);
    }
  }
});
