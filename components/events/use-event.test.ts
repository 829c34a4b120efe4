import { expect, test } from 'vitest';
import { chosenRecipient, pauseOf, playedDraft } from './use-event.ts';

test('the recipient to begin with gives way to the user’s choice, a known subscriber does not', () => {
  expect(chosenRecipient({ recipient: 'jane' })).toEqual({ subscriberId: 'jane' });
  expect(chosenRecipient({ recipient: 'jane' }, { topicKey: 'staff' })).toEqual({ topicKey: 'staff' });
  expect(chosenRecipient({ subscriberId: 'jane' }, { subscriberId: 'omar' })).toEqual({ subscriberId: 'jane' });
  expect(chosenRecipient({ topicKey: 'staff' }, { subscriberId: 'omar' })).toEqual({ topicKey: 'staff' });
  expect(chosenRecipient({})).toEqual({ subscriberId: '' });
});

test('a dry run plays a paused workflow as if it were active, also with unsaved changes', () => {
  const [paused, active] = [bodyOf(false), bodyOf(true)];
  expect(playedDraft(paused, undefined)).toEqual(active);
  expect(playedDraft(paused, paused)).toEqual(active);
  expect(playedDraft(active, active)).toEqual(active);
  expect(playedDraft(active, undefined)).toBeUndefined();
});

test('a paused workflow is announced until the stored workflow is active', () => {
  expect(pauseOf({ active: false }, undefined)).toBe('stored');
  expect(pauseOf({ active: false }, bodyOf(false))).toBe('stored');
  expect(pauseOf({ active: false }, bodyOf(true))).toBe('draft');
  expect(pauseOf({ active: true }, bodyOf(false))).toBeUndefined();
  expect(pauseOf(undefined, undefined)).toBeUndefined();
});

const bodyOf = (active: boolean) => ({ name: 'Order shipped', active, steps: [] }) as never;
