import { expect, test } from 'vitest';
import { namedIn } from './trigger.ts';

test('an actor and a tenant given as text are stored as objects', () => {
  const stored = { actor: { subscriberId: 'boss' }, tenant: { identifier: 'acme' } };
  expect(namedIn({ actor: 'boss', tenant: 'acme' })).toMatchObject(stored);
  expect(namedIn(stored)).toMatchObject(stored);
});
