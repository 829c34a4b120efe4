import { beforeEach, expect, test, vi } from 'vitest';
import { FOLLOWED_CHANNEL, RUNS_CHANNEL } from './channels.ts';
import { RENEW_MS } from './followed-environments.ts';

const { announce, listeners } = vi.hoisted(() => ({
  announce: vi.fn(),
  listeners: new Map<string, (payload: string) => void>(),
}));

vi.mock('#lib/postgres/announcements.ts', () => ({
  announce,
  announceAll: announce,
  listenTo: (channel: string, { onMessage }: { onMessage(payload: string): void }) => listeners.set(channel, onMessage),
}));

const { listenForFollowers } = await import('./announce.ts');

beforeEach(() => {
  vi.useFakeTimers();
  announce.mockClear();
});

const gap = (environmentId: string) => [
  RUNS_CHANNEL,
  JSON.stringify({ environmentId, created: [], changed: [], more: true }),
];

test('a process reports once that it may have missed changes of a newly followed environment', () => {
  listenForFollowers();
  const hear = listeners.get(FOLLOWED_CHANNEL);
  hear?.('one,two');
  expect(announce.mock.calls).toEqual([gap('one'), gap('two')]);
  vi.advanceTimersByTime(RENEW_MS);
  hear?.('one');
  expect(announce).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(4 * RENEW_MS);
  hear?.('one');
  expect(announce.mock.lastCall).toEqual(gap('one'));
});
