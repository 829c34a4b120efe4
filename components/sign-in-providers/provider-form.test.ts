import { expect, test } from 'vitest';
import type { SignInProvider } from '#lib/sign-in-providers/schema.ts';
import { bodyOf, providerForm, valuesOf } from './provider-form.ts';

const provider: SignInProvider = {
  ...{ _id: 'p', name: 'Okta', issuer: 'https://login.example.com', clientId: 'c', scopes: ['openid', 'email'] },
  ...{ emailDomains: ['a.example', 'b.example'], createsMembers: true, defaultRole: 'developer', ownersAllowed: true },
  ...{ active: true, members: 0, createdAt: '2026-11-27T10:00:00.000Z', updatedAt: '2026-11-27T10:00:00.000Z' },
};

const problems = (values: object, of?: SignInProvider) =>
  Object.fromEntries(
    (providerForm(of).safeParse({ ...valuesOf(of), ...values }).error?.issues ?? []).map(({ path, message }) => [
      path[0],
      message,
    ]),
  );

test('an edited provider keeps its values, and the stored secret is not sent', () => {
  const { _id, active, members, createdAt, updatedAt, ...fields } = provider;
  expect(bodyOf(valuesOf(provider))).toEqual(fields);
  expect(problems({}, provider)).toEqual({});
  expect(bodyOf({ ...valuesOf(provider), clientSecret: 's' })).toMatchObject({ clientSecret: 's' });
});

test('lists are separated by spaces, commas and lines', () => {
  const values = { ...valuesOf(undefined), emailDomains: ' a.example,b.example\n c.example ', scopes: 'openid  email' };
  expect(bodyOf(values)).toMatchObject({
    emailDomains: ['a.example', 'b.example', 'c.example'],
    scopes: ['openid', 'email'],
  });
});

test('each problem is shown at its field', () => {
  expect(Object.keys(problems({}))).toEqual(['name', 'issuer', 'clientId', 'clientSecret']);
  const right = { name: 'Okta', issuer: 'https://login.example.com', clientId: 'c', clientSecret: 's' };
  expect(problems(right)).toEqual({});
  expect(Object.keys(problems({ ...right, emailDomains: 'not a domain!', scopes: 'email' }))).toEqual([
    'emailDomains',
    'scopes',
  ]);
  expect(Object.keys(problems({ ...right, createsMembers: true }))).toEqual(['emailDomains']);
  expect(
    Object.keys(problems({ issuer: 'https://other.example' }, provider)),
    'the secret goes to its issuer only',
  ).toEqual(['clientSecret']);
});
