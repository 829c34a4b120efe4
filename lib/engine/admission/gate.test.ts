import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { attempt, isRequeued } from '#lib/engine/attempt/attempt.ts';
import type { SendTarget } from '#lib/engine/decision.ts';
import { renderStep } from '#lib/rendering/render-step.ts';
import { copyLimits, NOW, sampleIntegration, sampleRun } from '#testing/run.ts';
import { Gate } from './gate.ts';
import { SendRates } from './send-rates.ts';

test.each([undefined, 100])(
  'simultaneous attempts use at most the share of a slow integration (rate limit: %s)',
  async (messagesPerSecond) => {
    using _ = vi.spyOn(SendRates.prototype, 'take').mockImplementation(() => sleep(5, undefined));
    let sends = 0;
    const answered = Promise.withResolvers<void>();
    const send: SendTarget = async (_, { messageId }) => {
      sends++;
      await answered.promise;
      return { messageId, type: 'accepted', sandbox: false };
    };
    const request = () => Promise.reject(new Error('No step asks for it'));
    const tools = {
      render: renderStep,
      maxSpanDays: 180,
      copyLimits,
      now: () => NOW,
      send,
      request,
      isPresent: () => true,
    };
    const gate = new Gate(8, send);
    const integrations = [sampleIntegration('sms', { messagesPerSecond })];
    const attempts = Array.from({ length: 8 }, (_, n) =>
      attempt(sampleRun('sms', { job: { id: `job-${n}` }, integrations }), tools, gate),
    );
    // All eight have reached the gate: six wait for the provider, and two ended.
    let ended = 0;
    for (const each of attempts) void each.then(() => ended++);
    await expect.poll(() => sends + ended, { timeout: 20_000 }).toBe(8);
    answered.resolve();
    const results = await Promise.all(attempts);
    expect(results.filter(isRequeued)).toHaveLength(2);
    expect(sends).toBe(6);
  },
);

test('a worker that may have lost its jobs sends nothing and makes no request', async () => {
  let left = 0;
  const send: SendTarget = async (_, { messageId }) => {
    left++;
    return { messageId, type: 'accepted', sandbox: false };
  };
  const request = () => {
    left++;
    return Promise.reject(new Error('It is not made'));
  };
  const tools = {
    render: renderStep,
    maxSpanDays: 180,
    copyLimits,
    now: () => NOW,
    send,
    request,
    isPresent: () => false,
  };
  for (const type of ['sms', 'http_request'] as const) {
    const result = await attempt(sampleRun(type), tools, new Gate(8, send));
    expect(result).toEqual({ readyAt: new Date(NOW.getTime() + 1_000) });
  }
  expect(left).toBe(0);
});
