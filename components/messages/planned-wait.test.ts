import { expect, test } from 'vitest';
import type { Notification } from '#lib/notifications/schema.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { plannedWaitMs } from './planned-wait.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 30, 8, minute)).toISOString();
const wait = (code: 'delayed' | 'digest_waiting', from: number, until: number) => ({
  createdAt: at(from),
  reason: reasonFor(code, { until: at(until) }),
});
const runOf = (...steps: object[][]) =>
  ({ jobs: steps.map((executionDetails) => ({ executionDetails })) }) as unknown as Notification;
const minutes = (run: Notification, sentAt: number) => plannedWaitMs(run, Date.parse(at(sentAt))) / 60_000;

test('the waits that a workflow prescribes are planned, and other waits are not', () => {
  const failed = { createdAt: at(40), reason: reasonFor('delay_finished', { span: 1 }) };
  expect(minutes(runOf([wait('delayed', 0, 30)], [failed]), 50)).toBe(30);
  expect(minutes(runOf([failed]), 50)).toBe(0);
});

test('a digest that reports its window again waits once, and a wait after the message does not count', () => {
  const digest = [wait('digest_waiting', 0, 20), wait('digest_waiting', 5, 20)];
  expect(minutes(runOf(digest, [wait('delayed', 20, 30)]), 50)).toBe(30);
  expect(minutes(runOf(digest, [wait('delayed', 45, 90)]), 46)).toBe(21);
  expect(minutes(runOf(digest, [wait('delayed', 47, 90)]), 46)).toBe(20);
});
