import { expect, test } from 'vitest';
import { unreadData, unseenData } from './events.ts';

const none = { unread: 0, unseen: 0, high: 0, medium: 0, low: 0, none: 0 };

test('counts are sent as they are up to 100', () => {
  expect(unreadData({ ...none, unread: 3, high: 1, none: 2 })).toEqual({
    unreadCount: 3,
    counts: { total: 3, severity: { high: 1, medium: 0, low: 0, none: 2 } },
    hasMore: false,
  });
  expect(unreadData({ ...none, unread: 100, none: 100 })).toMatchObject({ unreadCount: 100, hasMore: false });
  expect(unseenData({ ...none, unseen: 4 })).toEqual({ unseenCount: 4, hasMore: false });
});

test('higher counts are 100 and more', () => {
  expect(unreadData({ ...none, unread: 250, high: 101, none: 149 })).toEqual({
    unreadCount: 100,
    counts: { total: 100, severity: { high: 100, medium: 0, low: 0, none: 100 } },
    hasMore: true,
  });
  expect(unseenData({ ...none, unseen: 101 })).toEqual({ unseenCount: 100, hasMore: true });
});
