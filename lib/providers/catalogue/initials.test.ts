import { expect, test } from 'vitest';
import { PROVIDERS } from './catalogue.ts';
import { providerInitials } from './initials.ts';
import { PROVIDER_MARKS } from './marks.ts';

test.each([
  ['sendgrid', 'SG'],
  ['ses', 'SES'],
  ['twilio', 'Tw'],
  ['forty-six-elks', '46'],
  ['isend-sms', 'IS'],
  ['nodemailer', undefined],
  ['email-webhook', undefined],
])('%s has the initials %s', (providerId, initials) => {
  expect(providerInitials(providerId)).toBe(initials);
});

test('the initials fit into a tile', () => {
  for (const { id } of PROVIDERS) expect(providerInitials(id) ?? 'AB', id).toMatch(/^[A-Z0-9][A-Za-z0-9]{1,2}$/);
});

test('no two vendors of a channel have the same initials', () => {
  // The two Slack providers belong to one vendor, so they share their initials.
  const isShown = (id: string) => id !== 'svc-slack' && PROVIDER_MARKS[id] === undefined;
  const vendors = PROVIDERS.filter(({ id, availability }) => availability !== 'undeliverable' && isShown(id));
  const names = vendors.flatMap(({ id, channel }) =>
    providerInitials(id) ? [`${channel} ${providerInitials(id)}`] : [],
  );
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
