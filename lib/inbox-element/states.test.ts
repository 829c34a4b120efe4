import { expect, test } from 'vitest';
import {
  badgeText,
  changed,
  type Item,
  isCounted,
  isShownIn,
  merged,
  replaced,
  restored,
  type Verb,
  type View,
} from './states.ts';

const message = (columns: Partial<Item> = {}): Item => ({
  ...{ id: '1', transactionId: 't', body: 'Text', to: { id: 's', subscriberId: 'jane' }, deliveredAt: [], tags: [] },
  ...{ isRead: false, isSeen: false, isArchived: false, isSnoozed: false, createdAt: '2026-11-20T09:00:00.000Z' },
  ...{ channelType: 'in_app', severity: 'none' },
  ...columns,
});

// The states that the server stores: e2e/api/embedded-inbox.spec.ts tests the same states.
test.each<[Verb, Partial<Item>, Partial<Item>]>([
  ['read', {}, { isRead: true, isSeen: true }],
  ['unread', { isRead: true, isArchived: true }, { isRead: false, isSeen: true, isArchived: false }],
  ['archive', {}, { isRead: true, isSeen: true, isArchived: true }],
  ['unarchive', { isArchived: true }, { isRead: true, isSeen: true, isArchived: false }],
  ['snooze', { isArchived: true }, { isSeen: true, isSnoozed: true, isArchived: false, snoozedUntil: '2026-11-21' }],
  [
    'unsnooze',
    { isSnoozed: true, isRead: true },
    { isSnoozed: false, isRead: false, snoozedUntil: null, deliveredAt: [expect.any(String)] },
  ],
])('%s changes the states as the server does', (verb, before, after) => {
  expect(changed(message(before), verb, { snoozeUntil: '2026-11-21' })).toEqual({ ...message(before), ...after });
});

test('a snooze that is taken back changes nothing else', () => {
  const before = message({ isRead: true, isSnoozed: true, snoozedUntil: '2026-11-21' });
  expect(changed(before, 'unsnooze', { isUndo: true })).toEqual({ ...before, isSnoozed: false, snoozedUntil: null });
});

test('an action is completed alone, and a missing one changes nothing', () => {
  const [primaryAction, secondaryAction] = ['Accept', 'Decline'].map((label) => ({ label, isCompleted: false }));
  const question = message({ primaryAction, secondaryAction } as Partial<Item>);
  expect(changed(question, 'complete', { actionType: 'secondary' })).toEqual({
    ...question,
    secondaryAction: { label: 'Decline', isCompleted: true },
  });
  expect(changed(message(), 'complete', { actionType: 'primary' })).toEqual(message());
});

test('each view shows its messages', () => {
  const kinds = [{}, { isRead: true }, { isArchived: true, isRead: true }, { isSnoozed: true }].map(message);
  const shown = (view: View) => kinds.map((item) => isShownIn(view, item));
  expect(shown('inbox')).toEqual([true, true, false, false]);
  expect(shown('unread')).toEqual([true, false, false, false]);
  expect(shown('archived')).toEqual([false, false, true, false]);
  expect(shown('snoozed')).toEqual([false, false, false, true]);
  expect(kinds.map(isCounted)).toEqual([true, false, false, false]);
});

test('a list that is loaded again keeps what follows, and changes in progress', () => {
  const list = (...ids: string[]) => ids.map((id) => message({ id, subject: 'old' }));
  const fresh = ['5', '4', '3'].map((id) => message({ id, subject: 'new' }));
  const { items, hasTail } = merged(list('4', '3', '2', '1'), fresh, true, (id) => id === '4');
  expect(items.map(({ id, subject }) => id + subject)).toEqual(['5new', '4old', '3new', '2old', '1old']);
  expect(hasTail).toBe(true);
  // Without a further page, the messages behind the last one were deleted.
  expect(merged(list('3', '2'), fresh, false, () => false).items.map(({ id }) => id)).toEqual(['5', '4', '3']);
  expect(merged(list('3'), [], false, () => false)).toEqual({ items: [], hasTail: false });
});

test('a badge has at most two digits', () => {
  expect([1, 99, 100].map(badgeText)).toEqual(['1', '99', '99+']);
});

test('a changed message leaves a view that does not show it, and returns to its place if the change fails', () => {
  const items = ['3', '2', '1'].map((id) => message({ id }));
  const idsOf = (list: readonly Item[]) => list.map(({ id, isArchived }) => (isArchived ? `${id} archived` : id));
  const archived = message({ id: '2', isArchived: true });
  const left = replaced(items, 'inbox', '2', archived);
  expect(idsOf(left)).toEqual(['3', '1']);
  expect(idsOf(replaced(items, 'inbox', '2', undefined))).toEqual(['3', '1']);
  expect(idsOf(replaced([archived], 'archived', '2', archived))).toEqual(['2 archived']);
  expect(idsOf(restored(left, 'inbox', message({ id: '2' }), 1))).toEqual(['3', '2', '1']);
  expect(idsOf(restored(left, 'archived', message({ id: '2' }), 1))).toEqual(['3', '1']);
  expect(idsOf(restored(left, 'inbox', message({ id: '2' }), -1))).toEqual(['3', '1']);
});
