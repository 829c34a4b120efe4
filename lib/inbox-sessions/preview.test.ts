import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '#lib/id.ts';

vi.mock('#lib/postgres/db.ts', () => ({ transaction: (work: () => unknown) => work() }));
vi.mock('#lib/audit-log/service.ts', () => ({ audit: vi.fn() }));
vi.mock('#lib/subscribers/find.ts', () => ({ requireSubscriberId: async () => 'id' }));

const { createInboxPreview, isPreview } = await import('./preview.ts');

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-29T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

test('the hash of a preview is valid for five minutes', async () => {
  const environmentId = newId();
  const ctx = { environmentId } as never;
  const { subscriberHash, expiresAt } = await createInboxPreview(ctx, 'jane');
  expect(expiresAt).toBe('2026-11-29T12:05:00.000Z');
  const valid = (now: string) => isPreview(environmentId, 'jane', subscriberHash, new Date(now));
  expect(valid('2026-11-29T12:04:59.999Z')).toBe(true);
  expect(valid('2026-11-29T12:05:00.000Z')).toBe(false);
  expect(isPreview(newId(), 'jane', subscriberHash, new Date())).toBe(false);
  expect(isPreview(environmentId, 'joe', subscriberHash, new Date())).toBe(false);
  expect(isPreview(environmentId, 'jane', `${subscriberHash}\n`, new Date())).toBe(false);
});
