import { expect, test } from 'vitest';
import { Me } from './schema.ts';

const environment = {
  _id: 'e',
  name: 'Development',
  _organizationId: 'o',
  identifier: 'e',
  slug: 'development',
  type: 'dev',
  color: 'blue',
  sandboxed: false,
};
const me = {
  actor: { type: 'user', _id: 'u', email: 'admin@example.com', name: 'Admin' },
  organization: { _id: 'o', name: 'Acme', twoStepRequired: false, signInProviderRequired: false },
  environment,
  environments: [environment, { ...environment, _id: 'p', slug: 'production', type: 'prod' }],
  role: 'owner',
  permissions: ['subscribers:read', 'integrations:credentials'],
  serviceName: 'svc',
};

test('a member and an API key are accepted', () => {
  expect(Me.parse(me)).toEqual(me);
  const key = { ...me, actor: { type: 'apiKey', _id: 'k', name: 'CI' }, role: undefined, environments: [environment] };
  expect(Me.safeParse(key).success).toBe(true);
});

test.each([
  { actor: { type: 'system' } },
  { role: 'viewer' },
  { permissions: ['everything'] },
  { environment: { ...environment, type: 'staging' } },
  { environment: { ...environment, apiKeys: [] } },
  { serviceName: undefined },
])('%j is rejected', (change) => {
  expect(Me.safeParse({ ...me, ...change }).success).toBe(false);
});
