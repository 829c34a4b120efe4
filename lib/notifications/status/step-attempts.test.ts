import { expect, test } from 'vitest';
import { reasonFor } from '#lib/reasons/registry.ts';
import { type StepEvent, stepAttempts } from './step-attempts.ts';

const [AT, LATER] = ['2026-11-20T12:00:00.000Z', '2026-11-20T14:02:00.000Z'];
const event = (reason: StepEvent['reason'], isTried = false): StepEvent => ({ reason, isTried, at: AT });
const provider = 'SES';
const sent = event(reasonFor('sent', { provider, attempt: 1 }), true);
const waiting = (attempt: number) => event(reasonFor('retry_waiting', { until: AT, attempt }), true);
const retried = event(reasonFor('retry_requested', { actor: 'Ann', at: LATER }));

test('the attempts of a step without a retry are counted, to several devices once', () => {
  expect(stepAttempts([])).toEqual({ all: 0 });
  expect(stepAttempts([event(reasonFor('message_created', {})), sent, sent])).toEqual({ all: 1 });
  expect(stepAttempts([waiting(1), waiting(2), event(reasonFor('sent', { provider, attempt: 3 }), true)])).toEqual({
    all: 3,
  });
});

test('the attempts since the newest retry are counted separately', () => {
  const gaveUp = event(reasonFor('retries_exhausted', { provider, attempts: 5, span: 1 }), true);
  expect(stepAttempts([waiting(1), gaveUp, retried, waiting(1), waiting(2), waiting(3)])).toEqual({
    all: 8,
    retried: { attempts: 3, at: LATER },
  });
  expect(stepAttempts([gaveUp, retried])).toEqual({ all: 5, retried: { attempts: 0, at: LATER } });
});
