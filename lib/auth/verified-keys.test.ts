import { expect, test, vi } from 'vitest';
import { authenticateApiKey } from './api-keys.ts';
import { announceRevocation } from './verified-keys.ts';

const world = vi.hoisted(() => ({ query: vi.fn(), handlers: {} as Record<string, () => void> }));

vi.mock('#lib/postgres/db.ts', () => ({
  query: world.query,
  afterCommit: (work: () => void) => work(),
  prisma: () => ({ apiKey: { updateMany: async () => ({ count: 1 }) } }),
}));
vi.mock('#lib/postgres/announcements.ts', () => ({
  announceAtCommit: async () => {},
  listenTo: (_channel: string, handlers: typeof world.handlers) => Object.assign(world.handlers, handlers),
}));

const row = {
  id: 'k',
  environmentId: 'e',
  organizationId: 'o',
  scope: 'all',
  canPublish: false,
  expiresAt: null,
  lastUsedAt: new Date(),
};
const authenticated = (key: string) => authenticateApiKey(key, new Request('http://made-up/'), 'r');

test.each(['onMessage', 'onConnect', 'onLost'])(
  'a key that is revoked while it is read is not cached (%s)',
  async (heard) => {
    const found = Promise.withResolvers<(typeof row)[]>();
    world.query.mockReset().mockReturnValueOnce(found.promise).mockResolvedValue([]);
    const first = authenticated(heard);
    await expect.poll(() => world.query.mock.calls.length).toBe(1);
    world.handlers[heard]?.();
    found.resolve([row]);
    expect(await first, 'it was valid when it was read').toMatchObject({ environmentId: 'e' });
    await expect(authenticated(heard)).rejects.toMatchObject({ status: 401 });
  },
);

test('a cached key is read once, and again after a revocation', async () => {
  world.query.mockReset().mockResolvedValue([row]);
  await authenticated('k');
  await authenticated('k');
  expect(world.query).toHaveBeenCalledTimes(1);
  world.handlers.onMessage?.();
  world.query.mockResolvedValue([]);
  await expect(authenticated('k')).rejects.toMatchObject({ status: 401 });
});

test('a key is refused after its revocation, before the announcement has arrived', async () => {
  world.query.mockReset().mockResolvedValue([row]);
  await authenticated('revoked here');
  world.query.mockResolvedValue([]);
  await announceRevocation(row.id);
  await expect(authenticated('revoked here')).rejects.toMatchObject({ status: 401 });
});

test('a key that ends while it is cached is refused from that moment', async () => {
  const expiresAt = new Date(Date.now() + 1_000);
  world.query.mockReset().mockResolvedValue([{ ...row, expiresAt }]);
  vi.useFakeTimers({ now: expiresAt.getTime() - 1, toFake: ['Date'] });
  await authenticated('ends');
  vi.setSystemTime(expiresAt);
  await expect(authenticated('ends')).rejects.toMatchObject({ status: 401, message: 'API Key not found' });
  expect(world.query, 'the cache had the key').toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});
