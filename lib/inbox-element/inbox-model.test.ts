import { expect, test, vi } from 'vitest';
import { InboxModel } from './inbox-model.ts';
import type { Item } from './states.ts';

const item = { id: 'm1', subject: 'Order', isRead: false, isArchived: false, isSnoozed: false, deliveredAt: [] };

/** The API with five unread messages. A count returns the number at the time of its request, but responds later. */
function api() {
  let unread = 5;
  return async (url: string, { method }: RequestInit) => {
    const count = unread;
    if (url.includes('/count')) await new Promise((resolve) => setTimeout(resolve, 50));
    if (method === 'PATCH') unread = 4;
    const data = () => {
      if (url.endsWith('/session')) return { token: 't', totalUnreadCount: unread };
      if (url.includes('/count')) return [{ count }];
      return method === 'PATCH' ? { ...item, isRead: true } : [item];
    };
    return Response.json({ data: data(), hasMore: false });
  };
}

test('only a settled number of unread messages is reported', async () => {
  vi.stubGlobal('fetch', api());
  vi.stubGlobal('navigator', {});
  vi.stubGlobal(
    'WebSocket',
    class {
      close() {}
    },
  );
  const counts: number[] = [];
  const ignored = () => undefined;
  const listener = { onChange: ignored, onArrival: ignored, onConnected: ignored, onError: ignored };
  const identity = { server: 'http://belfry.test', applicationIdentifier: 'a', subscriberId: 'jane' };
  const model = new InboxModel(identity, [], { ...listener, onCount: (count) => counts.push(count) });
  await model.start();
  await model.load();
  expect(counts).toEqual([5]);
  // The count of this refresh is older than the change.
  const look = model.refresh();
  await model.change(model.items[0] as Item, 'read');
  await look;
  await vi.waitFor(() => expect(counts).toEqual([5, 4]), { timeout: 2_000 });
  await new Promise((resolve) => setTimeout(resolve, 100));
  model.stop();
  expect(counts).toEqual([5, 4]);
});

test('a slow list does not replace a later one, and a retry does not wait for a session that hangs', async () => {
  const lists: ((data: object[]) => void)[] = [];
  let sessions = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/session')) {
      sessions += 1;
      if (sessions === 1) return new Promise(() => undefined);
      return Response.json({ data: { token: 't', totalUnreadCount: 0 } });
    }
    if (url.includes('/count')) return Response.json({ data: [{ count: 0 }] });
    return new Promise((resolve) => lists.push((data) => resolve(Response.json({ data, hasMore: false }))));
  });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal(
    'WebSocket',
    class {
      close() {}
    },
  );
  const ignored = () => undefined;
  const listener = { onChange: ignored, onArrival: ignored, onConnected: ignored, onError: ignored, onCount: ignored };
  const identity = { server: 'http://belfry.test', applicationIdentifier: 'a', subscriberId: 'jane' };
  const model = new InboxModel(identity, [], listener);
  model.open();
  void model.start();
  void model.retry();
  const answer = async (at: number, data: object[]) => {
    await vi.waitFor(() => expect(lists.length).toBeGreaterThan(at));
    lists[at]?.(data);
  };
  await answer(0, []);
  await vi.waitFor(() => expect(model.phase).toBe('ready'));
  const [slow, fast] = [model.refresh(), model.refresh()];
  await answer(2, [item]);
  await fast;
  await answer(1, []);
  await slow;
  expect(model.items).toHaveLength(1);
  model.stop();
});
