import { expect, test, vi } from 'vitest';
import { newId } from '#lib/id.ts';
import { logger } from '#lib/logger.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { recordDenial, recordRejectedCode, recordRejectedIdentity, recordRejectedSignIn } from './rejections.ts';

ownScratchDatabase();

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
    [{ ...logged, userId: undefined, isLimited: true }, 'Sign-in rejected'],
    [{ ...logged, userId: undefined }, 'Two-step code rejected'],
    [
      { ...logged, signInProviderId: undefined, problem: 'invalid_token', error: 'Error: The token is expired' },
      'Sign-in through a provider rejected',
    ],
    [{ ...logged, userId: actor.userId, role: 'support', operation: 'Delete a workflow' }, 'Permission denied'],
  ]);
  expect(JSON.stringify(warn.mock.calls)).not.toContain(from.email);
  warn.mockRestore();
});

test('a denied call of an API key is not logged', async () => {
  const warn = vi.spyOn(logger(), 'warn').mockImplementation(() => undefined);
  const { ctx } = await sampleEnvironment();
  await recordDenial(ctx, 'Delete a workflow');
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});
