import { expect, test } from 'vitest';
import { plain } from './plain.ts';

test('a ping is answered, everything else has no effect', () => {
  expect(plain.hear('ping')).toEqual({ type: 'reply', text: 'pong' });
  for (const text of ['', 'pong', 'Ping', 'ping ', '{"event":"ping"}', '40', '\u0000'])
    expect(plain.hear(text)).toEqual({ type: 'nothing' });
});

test('an event is one JSON object, and nothing else is sent', () => {
  const text = plain.event('', 'unread_count_changed', '{"unreadCount":3}');
  expect(text).toBe('{"event":"unread_count_changed","data":{"unreadCount":3}}');
  const others = [plain.greeting('c1'), plain.opened('', 'c1'), plain.refused('', 'No'), plain.ended(''), plain.ping];
  expect(others).toEqual(Array(5).fill(undefined));
});
