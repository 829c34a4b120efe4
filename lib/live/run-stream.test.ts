import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import type { Follower } from './followers.ts';
import { endRunStreams, openRunStream } from './run-stream.ts';
import type { RunChanges } from './schema.ts';
import { serverEvents } from './server-events.ts';

const ctx: Ctx = {
  organizationId: 'o',
  environmentId: 'e',
  actor: { type: 'apiKey', apiKeyId: 'k', scope: 'all', canPublish: false },
  requestId: 'r',
};

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  endRunStreams();
  vi.useRealTimers();
});

/** Opens a stream. Returns the stream, the data that it has sent, and its follower. */
function open(isAllowed = async () => true) {
  const following = new Set<Follower>();
  const response = openRunStream(ctx, isAllowed, (_environmentId, follower) => {
    following.add(follower);
    return () => following.delete(follower);
  });
  const [follower] = following;
  if (!follower || !response.body) throw new Error('It does not follow');
  return { response, body: response.body, following, change: (changes: RunChanges) => follower.onChanges(changes) };
}

function reading({ body }: { body: ReadableStream<Uint8Array> }) {
  const read: string[] = [];
  const ended = (async () => {
    for await (const { event, data } of serverEvents(body)) read.push(`${event} ${data}`);
  })();
  return { read, ended };
}

const changed = (...ids: string[]): RunChanges => ({ created: [], changed: ids, more: false });

test('a stream begins with ready, and changes within 250 ms are one event', async () => {
  const stream = open();
  const { read } = reading(stream);
  await vi.advanceTimersByTimeAsync(0);
  expect(read).toEqual(['ready {}']);
  for (const id of ['a', 'b', 'a']) stream.change(changed(id));
  await vi.advanceTimersByTimeAsync(249);
  expect(read).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(read.slice(1)).toEqual([`runs ${JSON.stringify(changed('a', 'b'))}`]);
  await vi.advanceTimersByTimeAsync(1_000);
  stream.change(changed('c'));
  await vi.advanceTimersByTimeAsync(0);
  expect(read.slice(2)).toEqual([`runs ${JSON.stringify(changed('c'))}`]);
});

test('the headers prevent proxies from storing, compressing and buffering a stream', () => {
  const { response } = open();
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
  expect(response.headers.get('x-accel-buffering')).toBe('no');
});

test('a caller that leaves frees all resources', async () => {
  const stream = open();
  await stream.body.cancel();
  expect(stream.following.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('a caller that reads nothing is disconnected, and its unread data stays bounded', async () => {
  const stream = open();
  for (let at = 0; at < 10_000; at++) stream.change(changed(String(at)));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stream.following.size).toBe(0);
});

test('a heartbeat is sent every 15 s', async () => {
  const stream = open();
  const { read } = reading(stream);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(read).toEqual(['ready {}', ' ', ' ']);
});

test('a stream ends within 30 s after its caller loses the permission, or if the check fails', async () => {
  let may = true;
  const first = open(async () => may);
  const second = open(async () => {
    if (!may) throw new ApiError('unauthorized', 'The session has ended');
    return true;
  });
  const readers = [reading(first), reading(second)];
  await vi.advanceTimersByTimeAsync(31_000);
  expect(first.following.size + second.following.size).toBe(2);
  may = false;
  await vi.advanceTimersByTimeAsync(30_000);
  await Promise.all(readers.map(({ ended }) => ended));
  expect(first.following.size + second.following.size).toBe(0);
});

test('a stopping process ends every stream immediately', async () => {
  const { ended } = reading(open());
  endRunStreams();
  await ended;
  expect(vi.getTimerCount()).toBe(0);
});

test('one caller can have 12 streams', async () => {
  const streams = Array.from({ length: 12 }, () => open());
  expect(() => open()).toThrow('The caller has too many live streams open');
  await streams[0]?.body.cancel();
  open();
});
