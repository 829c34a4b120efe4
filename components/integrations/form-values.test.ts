import { expect, test } from 'vitest';
import { CREDENTIAL_MASK } from '#lib/integrations/credential-mask.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { findProvider, PROVIDERS } from '#lib/providers/catalogue/catalogue.ts';
import type { Provider } from '#lib/providers/provider.ts';
import { changeOf, type FormValues, formErrors, formValues, isSame } from './form-values.ts';

const smtp = findProvider('nodemailer') as Provider;
const mail = findProvider('sendgrid') as Provider;

const stored: Integration = {
  _environmentId: 'e',
  _organizationId: 'o',
  name: 'Mail',
  identifier: 'mail',
  providerId: 'nodemailer',
  active: true,
  deleted: false,
  primary: true,
  credentials: {
    password: CREDENTIAL_MASK,
    host: 'smtp.shop.example',
    port: '587',
    from: 'a@shop.example',
    senderName: 'Shop',
    requireTls: true,
    tlsOptions: {},
    servicePlanId: 'not in the catalogue',
  },
};

const typed = (values: FormValues, credentials: Record<string, string | boolean>): FormValues => ({
  ...values,
  credentials: { ...values.credentials, ...credentials },
});

test('untouched values are sent back unchanged, and secrets as masks', () => {
  expect(changeOf(formValues(smtp, stored), smtp, stored)).toEqual({
    name: 'Mail',
    identifier: 'mail',
    active: true,
    sandbox: false,
    messagesPerSecond: null,
    messagesPerDay: null,
    credentials: stored.credentials,
    conditions: [],
  });
});

test('typed values replace the stored ones, and empty fields are omitted', () => {
  const values = typed(formValues(smtp, stored), {
    password: 'new',
    host: '',
    requireTls: false,
    tlsOptions: '{"a":1}',
  });
  const { credentials } = changeOf(values, smtp, stored);
  expect(credentials).toEqual({
    password: 'new',
    port: '587',
    from: 'a@shop.example',
    senderName: 'Shop',
    requireTls: false,
    tlsOptions: { a: 1 },
    servicePlanId: 'not in the catalogue',
  });
});

test('a new integration starts with the defaults of the catalogue and omits empty fields', () => {
  const values = formValues(mail);
  expect(values).toMatchObject({ name: 'SendGrid', identifier: '', active: true, credentials: { region: 'global' } });
  expect(changeOf(values, mail)).toEqual({
    name: 'SendGrid',
    active: true,
    sandbox: false,
    credentials: { region: 'global' },
    conditions: [],
  });
});

test('only an active integration outside of sandbox mode needs its required fields', () => {
  const values = { ...formValues(mail), name: ' ' };
  expect(Object.keys(formErrors(values, mail))).toEqual([
    'name',
    'credentials.apiKey',
    'credentials.from',
    'credentials.senderName',
  ]);
  expect(Object.keys(formErrors({ ...values, active: false }, mail))).toEqual(['name']);
  expect(formErrors({ ...values, name: 'x', sandbox: true }, mail)).toEqual({});
  expect(formErrors(formValues(smtp, stored), smtp, stored)).toEqual({});
  expect(Object.keys(formErrors({ ...formValues(smtp, stored), identifier: '' }, smtp, stored))).toEqual([
    'identifier',
  ]);
});

test('a name and an identifier that the API refuses are reported together', () => {
  const long = 'x'.repeat(256);
  expect(formErrors({ ...formValues(smtp, stored), name: long, identifier: long }, smtp, stored)).toEqual({
    name: 'Enter at most 255 characters.',
    identifier: 'Enter at most 255 characters.',
  });
  const others = [{ ...stored, _id: 'other' }];
  const values = { ...formValues(smtp), name: '', identifier: ' mail ', sandbox: true };
  expect(Object.keys(formErrors(values, smtp, undefined, others))).toEqual(['name', 'identifier']);
  const own = { ...stored, _id: 'own' };
  expect(formErrors(formValues(smtp, own), smtp, own, [own])).toEqual({});
});

test('invalid values are rejected before the request, also in sandbox mode; masks are not checked', () => {
  const values = typed({ ...formValues(smtp, stored), sandbox: true }, { host: '[::1]', port: '99999' });
  expect(formErrors(values, smtp, stored)).toEqual({
    'credentials.host': expect.stringMatching(/^Host must be .*, without brackets, port or path$/),
    'credentials.port': 'Port must be a whole number from 1 to 65535',
  });
  const webhook = findProvider('push-webhook') as Provider;
  const saved = { ...stored, credentials: { webhookUrl: CREDENTIAL_MASK, secretKey: CREDENTIAL_MASK } };
  expect(formErrors(formValues(webhook, saved), webhook, saved)).toEqual({});
});

test.each(['{', '[]', '7', 'null'])('%s is not an object', (tlsOptions) => {
  const values = typed(formValues(smtp, stored), { tlsOptions });
  expect(Object.keys(formErrors(values, smtp, stored))).toEqual(['credentials.tlsOptions']);
});

test('a condition needs a field; a group without rows is not sent', () => {
  const part = { on: 'payload', field: ' ', operator: 'EQUAL', value: 'x' } as const;
  const group = {
    isNegated: false,
    type: 'GROUP',
    value: 'AND',
    children: [{ ...part, field: 'plan' }, part],
  } as const;
  const values: FormValues = { ...formValues(smtp, stored), conditions: [{ ...group, children: [...group.children] }] };
  expect(Object.keys(formErrors(values, smtp, stored))).toEqual(['conditions.0.children.1.field']);
  const empty = { ...values, conditions: [{ ...group, children: [] }] };
  expect(changeOf(empty, smtp, stored).conditions).toEqual([]);
});

test('only values that differ count as changed', () => {
  const values = formValues(smtp, stored);
  expect(isSame(values, formValues(smtp, stored))).toBe(true);
  expect(isSame(values, typed(values, { host: 'other' }))).toBe(false);
  expect(isSame(values, typed(typed(values, { host: 'other' }), { host: 'smtp.shop.example' }))).toBe(true);
});

test('a typed rate limit is sent as a number, and an emptied one is removed', () => {
  const limited = { ...stored, messagesPerSecond: 14 };
  const values = formValues(smtp, limited);
  expect(values.messagesPerSecond).toBe('14');
  expect(changeOf(values, smtp, limited)).toMatchObject({ messagesPerSecond: 14 });
  const change = (messagesPerSecond: string) => changeOf({ ...values, messagesPerSecond }, smtp, limited);
  expect(change(' 0.5 ')).toMatchObject({ messagesPerSecond: 0.5 });
  expect(change(' ')).toMatchObject({ messagesPerSecond: null });
  expect(changeOf({ ...formValues(mail), messagesPerSecond: '20' }, mail)).toMatchObject({ messagesPerSecond: 20 });
  expect(changeOf({ ...values, messagesPerDay: ' 500 ' }, smtp, limited)).toMatchObject({ messagesPerDay: 500 });
  for (const messagesPerDay of ['0', '1.5', 'many', '100000001'])
    expect(formErrors({ ...values, messagesPerDay }, smtp, limited)).toEqual({
      messagesPerDay: 'Enter a whole number from 1 to 100,000,000, or nothing.',
    });
});

test.each(['0', '0.009', '10000.1', '-1', '0,5', '10,000', '14/s', 'Infinity'])('%s is not a rate limit', (typed) => {
  const values = { ...formValues(smtp, stored), messagesPerSecond: typed };
  expect(formErrors(values, smtp, stored)).toEqual({
    messagesPerSecond: 'Enter a number from 0.01 to 10,000, or nothing.',
  });
});

test.each(['', ' ', '0.01', '14', '10000'])('“%s” can be typed as a rate limit', (typed) => {
  expect(formErrors({ ...formValues(smtp, stored), messagesPerSecond: typed }, smtp, stored)).toEqual({});
});

test('for in-app and agents no rate limit is sent', () => {
  for (const provider of PROVIDERS.filter(({ channel }) => !channel || channel === 'in_app')) {
    const change = changeOf(formValues(provider, stored), provider, stored);
    expect(change).not.toHaveProperty('messagesPerSecond');
  }
});

const SAMPLES: Readonly<Record<string, string>> = {
  url: 'https://a.example',
  mailbox: 'a@shop.example',
  privateKey: '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----',
};

test.each(PROVIDERS)('$id has a form that fills in and sends', (provider) => {
  const filled = Object.fromEntries(
    provider.credentials.map(({ key, type, format, options }) => [
      key,
      type === 'switch'
        ? true
        : type === 'object'
          ? '{"a":1}'
          : (options?.at(-1)?.value ?? SAMPLES[format ?? ''] ?? '1'),
    ]),
  );
  const values = typed(formValues(provider), filled);
  expect(formErrors(values, provider)).toEqual({});
  expect(Object.keys(changeOf(values, provider).credentials ?? {})).toEqual(provider.credentials.map(({ key }) => key));
});

test('an invalid sender address is reported at its field, for every email provider with a sender', () => {
  const senders = PROVIDERS.filter(({ channel, credentials }) => channel === 'email' && credentials.some(isFrom));
  expect(senders.length).toBeGreaterThan(10);
  for (const provider of senders) {
    const values = formValues(provider);
    const errors = (from: string) =>
      formErrors({ ...values, credentials: { ...values.credentials, from } }, provider)['credentials.from'];
    expect(errors('not-an-address'), provider.id).toMatch(/must be an email address/);
    expect(errors('Shop <no-reply@shop.example>'), provider.id).toBeUndefined();
  }
});

function isFrom({ key }: { key: string }): boolean {
  return key === 'from';
}
