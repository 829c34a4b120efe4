import { expect, test, vi } from 'vitest';
import type { RunContext } from '#lib/engine/run-context.ts';
import { runLinks } from './run-links.ts';

vi.stubEnv('PUBLIC_URL', '');
vi.stubEnv('HOST', '0.0.0.0');
vi.stubEnv('PORT', '4567');
vi.stubEnv('ENCRYPTION_KEYS', `a:${Buffer.alloc(32).toString('base64')}`);

test('without PUBLIC_URL, links have the address at which Belfry listens, because mail programs need whole addresses', () => {
  const run = { environment: { id: 'e' }, workflow: { id: 'w' }, notification: { id: 'n', subscriberId: 's' } };
  expect(runLinks(run as unknown as RunContext).unsubscribeUrl).toMatch(/^http:\/\/localhost:4567\/r\/[^/]+#stop$/);
});
