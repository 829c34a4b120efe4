import { expect, test } from 'vitest';
import { fixOf, type Reason, reasonFor } from './registry.ts';
import { joinedFixes } from './several-fixes.ts';

const given = (...reasons: Reason[]) =>
  joinedFixes(reasons.flatMap((reason) => ({ reason, fix: fixOf(reason, { subscriber: 'jane' }) ?? { text: '' } })));

const NO_PHONE = reasonFor('no_address', { channel: 'sms' });
const NO_EMAIL = reasonFor('no_address', { channel: 'email' });

test('two missing addresses have one text, and each has a link to its field', () => {
  const fixes = given(NO_PHONE, NO_EMAIL);
  expect(fixes.map(({ label }) => label)).toEqual(['Add the phone number', 'Add the email address']);
  expect(fixes[0]?.text).toMatch(/^Add the missing details to the profile\. Later triggers use the new profile/);
});

test('one place is linked once, with its own text', () => {
  expect(given(NO_PHONE, NO_PHONE)).toEqual(given(NO_PHONE));
  expect(given(NO_PHONE)[0]?.text).toMatch(/^Add the phone number to the profile/);
});

test('different fixes are listed one after the other', () => {
  const [first, second] = given(NO_EMAIL, reasonFor('no_token', {}));
  expect(first?.text).toMatch(/^Add the email address .* Ask the subscriber to open your app/);
  expect(second?.link).toBe('subscribers/jane?tab=channels');
  const texts = joinedFixes([
    { reason: NO_PHONE, fix: { text: 'One.' } },
    { reason: NO_PHONE, fix: { text: 'Two.' } },
  ]);
  expect(texts).toHaveLength(2);
  expect(given()).toEqual([]);
});
