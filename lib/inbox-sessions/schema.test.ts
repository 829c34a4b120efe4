import { expect, test } from 'vitest';
import { CreateInboxSessionBody } from './schema.ts';

const parse = (body: object) => CreateInboxSessionBody.safeParse({ applicationIdentifier: 'a', ...body });

test('the subscriber is an object, or the ID alone', () => {
  expect(parse({ subscriber: 'jane' }).data?.subscriber).toEqual({ subscriberId: 'jane' });
  expect(parse({ subscriberId: ' jane ' }).data?.subscriberId).toBe('jane');
  expect(parse({ subscriber: { subscriberId: 'jane', firstName: 'Jane' } }).data?.subscriber).toEqual({
    subscriberId: 'jane',
    firstName: 'Jane',
  });
});

test('empty fields of a profile, and time zones that Belfry does not know, are no error', () => {
  const subscriber = { subscriberId: 'jane', email: '', phone: '', timezone: 'Mars/Olympus' };
  expect(parse({ subscriber }).data?.subscriber).toEqual({ subscriberId: 'jane', timezone: 'Mars/Olympus' });
});

test.each([
  ['an empty ID', { subscriber: { subscriberId: '' } }],
  ['an empty text', { subscriber: '' }],
  ['an ID of dots', { subscriberId: '..' }],
  ['an email address that is none', { subscriber: { subscriberId: 'jane', email: 'jane' } }],
  ['a type of contexts with a colon', { context: { 'a:b': 'c' } }],
  ['a type of contexts with 101 characters', { context: { ['x'.repeat(101)]: 'c' } }],
  ['an empty ID of a context', { context: { tenant: '' } }],
  ['six contexts', { context: { a: '1', b: '2', c: '3', d: '4', e: '5', f: '6' } }],
  [
    'hours that are none',
    { defaultSchedule: { weeklySchedule: { monday: { isEnabled: true, hours: [{ start: 'x', end: 'y' }] } } } },
  ],
])('%s is rejected', (_, body) => expect(parse(body).success).toBe(false));

test('parts of a schedule, and contexts with data, are accepted', () => {
  const body = { defaultSchedule: { isEnabled: true }, context: { tenant: { id: 'acme.com', data: { plan: 'pro' } } } };
  expect(parse(body).data).toMatchObject(body);
  expect(parse({ defaultSchedule: {} }).success).toBe(true);
});
