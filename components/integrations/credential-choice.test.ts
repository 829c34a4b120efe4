import { expect, test } from 'vitest';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import type { Provider } from '#lib/providers/provider.ts';
import { choiceKeys, chosenOption, withOption } from './credential-choice.ts';
import { changeOf, formErrors, formValues } from './form-values.ts';

const smtp = findProvider('nodemailer') as Provider;
const choice = smtp.choice ?? { displayName: '', options: [] };
const option = (name: string) => choice.options.find((each) => each.name === name) ?? { name: '', on: [] };

test.each([
  [{}, 'Automatic'],
  [{ secure: false, requireTls: false, ignoreTls: false }, 'Automatic'],
  [{ requireTls: true }, 'STARTTLS required'],
  [{ ignoreTls: true }, 'None'],
  [{ ignoreTls: true, requireTls: true }, 'None'],
  [{ secure: true }, 'TLS from the start'],
  [{ secure: true, ignoreTls: true, requireTls: true }, 'TLS from the start'],
  [{ secure: 'true' }, 'TLS from the start'],
])('the stored switches %j are the choice “%s”, as delivery reads them', (values, name) => {
  expect(chosenOption(choice, values)?.name).toBe(name);
});

test('a choice is stored as the same switches, and replaces only a port that was not typed', () => {
  const { credentials } = formValues(smtp);
  expect(credentials.port).toBe('587');
  const chosen = (name: string, values = credentials) => {
    const changed = withOption(smtp, values, option(name));
    const { secure, requireTls, ignoreTls, port } = changeOf({ ...formValues(smtp), credentials: changed }, smtp)
      .credentials as Record<string, unknown>;
    return { secure, requireTls, ignoreTls, port };
  };
  expect(chosen('TLS from the start')).toEqual({ secure: true, port: '465' });
  expect(chosen('STARTTLS required')).toEqual({ requireTls: true, port: '587' });
  expect(chosen('None')).toEqual({ ignoreTls: true, port: '25' });
  expect(chosen('TLS from the start', { ...credentials, port: '2525' })).toEqual({ secure: true, port: '2525' });
  const again = withOption(smtp, withOption(smtp, credentials, option('TLS from the start')), option('Automatic'));
  expect(again).toMatchObject({ port: '587', secure: '', requireTls: '', ignoreTls: '' });
  expect([...choiceKeys(choice)].toSorted()).toEqual(['ignoreTls', 'requireTls', 'secure']);
});

test('rarely needed SMTP fields are advanced, and fields that no provider reads are optional', () => {
  const advanced = smtp.credentials.filter((field) => field.advanced).map(({ key }) => key);
  const oauth = ['signIn', 'clientId', 'clientSecret', 'refreshToken', 'tenantId'];
  const expected = [
    'tlsOptions',
    'bounceAddress',
    ...oauth,
    'ehloName',
    'connections',
    'domain',
    'secretKey',
    'accountSid',
  ];
  expect(advanced).toEqual(expected);
  for (const { credentials } of [smtp, findProvider('generic-sms') as Provider])
    for (const field of credentials) expect(field.required && (field.unread || field.advanced), field.key).toBeFalsy();
  expect(findProvider('generic-sms')?.credentials.filter(({ unread }) => unread)).toMatchObject([{ key: 'datePath' }]);
});

const apns = findProvider('apns') as Provider;
const own = { secretKey: 'k', apiKey: 'K', projectName: 'T', applicationId: 'example.shop' };

test('a new integration of APNs requires an environment, and stores it as the switch of the interface', () => {
  const first = formValues(apns);
  const filled = { ...first, credentials: { ...first.credentials, ...own } };
  expect(apns.choice && chosenOption(apns.choice, filled.credentials)).toBeUndefined();
  expect(Object.keys(formErrors(filled, apns))).toEqual(['credentials.secure']);
  expect(formErrors({ ...filled, sandbox: true }, apns)).toEqual({});
  const stored = apns.choice?.options.map((each) => {
    const values = { ...filled, credentials: withOption(apns, filled.credentials, each) };
    expect(formErrors(values, apns)).toEqual({});
    return [each.name.split(':')[0], changeOf(values, apns).credentials?.secure];
  });
  expect(stored).toEqual([
    ['Production', true],
    ['Sandbox', undefined],
  ]);
});

test.each([
  [{ secure: true }, 'Production', true],
  [{ secure: false }, 'Sandbox', false],
  [{}, 'Sandbox', undefined],
])('an integration of APNs with %j has an environment, and keeps it', (secure, name, kept) => {
  const integration = { name: 'APNs', identifier: 'apns', credentials: { ...own, ...secure } } as never;
  const values = formValues(apns, integration);
  expect(apns.choice && chosenOption(apns.choice, values.credentials)?.name).toMatch(new RegExp(`^${name}:`));
  expect(formErrors(values, apns, integration)).toEqual({});
  expect(changeOf(values, apns, integration).credentials?.secure).toBe(kept);
});
