import { afterEach, expect, test, vi } from 'vitest';
import { idTime, newId } from '#lib/id.ts';
import { logger } from '#lib/logger.ts';
import { prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { recordDenial, recordRejectedCode, recordRejectedIdentity, recordRejectedSignIn } from './rejections.ts';

ownScratchDatabase();
afterEach(() => void vi.useRealTimers());

const from = { email: 'kim@example.com', address: '203.0.113.7', requestId: 'r-1' };
const logged = { address: '203.0.113.7', requestId: 'r-1' };

test('rejected sign-ins, codes and identities, and denied operations are logged without the email address', async () => {
  const warn = vi.spyOn(logger(), 'warn').mockImplementation(() => undefined);
  const { ctx } = await sampleEnvironment();
  const actor = { type: 'user', userId: newId(), email: from.email, role: 'support', sessionId: 's' } as const;
  await recordRejectedSignIn(from, true);
  await recordRejectedCode(from);
  const cause = new Error('The token is expired');
  await recordRejectedIdentity(null, { problem: 'invalid_token', cause }, logged);
  await recordDenial({ ...ctx, ...logged, actor }, 'Delete a workflow');
  expect(warn.mock.calls).toEqual([
    [{ ...logged, userId: undefined, isRateLimited: true }, 'Rejected a sign-in'],
    [{ ...logged, userId: undefined }, 'Rejected a two-step sign-in code'],
    [
      { ...logged, signInProviderId: undefined, problem: 'invalid_token', error: 'Error: The token is expired' },
      'Rejected a sign-in from an identity provider',
    ],
    [{ ...logged, userId: actor.userId, role: 'support', operation: 'Delete a workflow' }, 'Permission denied'],
  ]);
  expect(JSON.stringify(warn.mock.calls)).not.toContain(from.email);
  warn.mockRestore();
});

test('equal denials of 15 minutes share the entry of the first one, and its time', async () => {
  vi.spyOn(logger(), 'warn').mockImplementation(() => undefined);
  vi.useFakeTimers({ toFake: ['Date'] });
  const { ctx } = await sampleEnvironment();
  const actor = { type: 'user', userId: newId(), email: from.email, role: 'support', sessionId: 's' } as const;
  for (const time of ['20:18:24.650', '20:18:24.650', '20:33:20.000', '20:33:25.000']) {
    vi.setSystemTime(`2026-11-29T${time}Z`);
    await recordDenial({ ...ctx, ...logged, actor }, 'delete a workflow');
  }
  const { organizationId } = ctx;
  const entries = await prisma().auditEntry.findMany({ where: { organizationId }, orderBy: { id: 'asc' } });
  expect(entries.map(({ createdAt, after }) => [createdAt.toISOString(), after])).toEqual([
    ['2026-11-29T20:18:24.650Z', { times: 3, last: '2026-11-29T20:33:20.000Z' }],
    ['2026-11-29T20:33:25.000Z', { times: 1, last: '2026-11-29T20:33:25.000Z' }],
  ]);
  expect(entries.map(({ id }) => idTime(id).toISOString())).toEqual(
    entries.map(({ createdAt }) => createdAt.toISOString()),
  );
});

test('a denied call of an API key is not logged', async () => {
  const warn = vi.spyOn(logger(), 'warn').mockImplementation(() => undefined);
  const { ctx } = await sampleEnvironment();
  await recordDenial(ctx, 'Delete a workflow');
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});
