import { expect, test } from 'vitest';
import { PROVIDERS } from '#lib/providers/catalogue/catalogue.ts';
import { PICKER_ENTRIES } from '#lib/providers/catalogue/picker-entries.ts';
import { findProviders } from './provider-search.ts';

const names = (tab: Parameters<typeof findProviders>[0], query: string) =>
  findProviders(tab, query).usable.map(({ id }) => id);

test('only providers that can send have a place and a line', () => {
  const deliverable = PROVIDERS.filter((provider) => provider.deliverable).map(({ id }) => id);
  expect(PICKER_ENTRIES.map(({ id }) => id).toSorted()).toEqual(deliverable.toSorted());
  for (const { line } of PICKER_ENTRIES) expect(line.length).toBeLessThanOrEqual(60);
});

test('providers that can send are first, and the most used ones lead each channel', () => {
  const { usable, others } = findProviders('email', '');
  expect(usable.slice(0, 4).map(({ id }) => id)).toEqual(['nodemailer', 'sendgrid', 'ses', 'postmark']);
  expect(others.length).toBeGreaterThan(0);
  expect([...usable, ...others].every(({ channel }) => channel === 'email')).toBe(true);
  expect(
    findProviders('all', '').usable.every(({ deliverable }) => deliverable),
    'no agents',
  ).toBe(true);
  expect(findProviders('agent', '').usable.length).toBeGreaterThan(0);
});

test('matches by name come before matches by description', () => {
  expect(names('all', 'twilio')[0]).toBe('twilio');
  expect(names('all', 'twilio')).toContain('sendgrid');
});

test.each([
  // cspell:disable
  ['smpt', 'smtp', 'nodemailer'],
  ['twlio', 'twilio', 'twilio'],
  ['sendgird', 'sendgrid', 'sendgrid'],
  ['Postmrak email', 'postmark email', 'postmark'],
  // cspell:enable
])('“%s” means “%s”', (query, meant, first) => {
  const found = findProviders('all', query);
  expect(found.meant).toBe(meant);
  expect(found.usable[0]?.id).toBe(first);
});

test('short words and matching words are not corrected', () => {
  expect(names('all', 'xws')).toEqual([]);
  expect(findProviders('all', 'smtp').meant).toBeUndefined();
});

test.each([
  ['aws', ['ses', 'sns', 'anthropic-aws']],
  ['amazon sms', ['sns']],
  ['smtp', ['nodemailer']],
  ['seven', ['sms77']],
  ['vonage', ['nexmo']],
  ['mailchimp', ['mandrill']],
  ['Firebase', ['fcm']],
  ['IPHONE', ['apns']],
  ['no such thing', []],
])('“%s” finds %j', (query, ids) => {
  expect(names('all', query)).toEqual(ids);
});
