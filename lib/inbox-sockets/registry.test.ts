import { expect, test } from 'vitest';
import type { InboxConnection } from './connection.ts';
import { SocketRegistry } from './registry.ts';
import type { SocketSession } from './session.ts';

const session = (environmentId: string, subscriberId: string): SocketSession => ({
  environmentId,
  subscriberId,
  inboxSessionId: 'i',
  contextKeys: [],
});

function registry(perEnvironment = 10, perSubscriber = 10) {
  const heard: string[] = [];
  const made = new SocketRegistry(
    { perEnvironment, perSubscriber },
    {
      onEnvironment: (environmentId) => void heard.push(environmentId),
      onSubscriber: (...change) => void heard.push(change.join(' ')),
    },
  );
  return { made, heard };
}

const connection = (name: string) => ({ name }) as unknown as InboxConnection;

test('connections are found by their environment and subscriber only', () => {
  const { made } = registry();
  const [one, two, three] = [connection('1'), connection('2'), connection('3')];
  made.add(one, session('e', 's'));
  made.add(two, session('e', 's'));
  made.add(three, session('other', 's'));
  expect([...(made.of('e', 's') ?? [])]).toEqual([one, two]);
  expect([made.of('e', 'x'), made.of('x', 's')]).toEqual([undefined, undefined]);
  expect([...made.ofEnvironment('e')]).toEqual([one, two]);
  expect([...made.ofEnvironment('x')]).toEqual([]);
  made.remove(two, session('e', 's'));
  expect([...(made.of('e', 's') ?? [])]).toEqual([one]);
});

test('first and last connections are reported once', () => {
  const { made, heard } = registry();
  const [one, two] = [connection('1'), connection('2')];
  made.add(one, session('e', 's'));
  made.add(two, session('e', 's'));
  made.remove(one, session('e', 's'));
  made.remove(one, session('e', 's'));
  expect(heard).toEqual(['e', 'e s']);
  made.remove(two, session('e', 's'));
  expect(heard).toEqual(['e', 'e s', 'e s']);
  expect(made.environmentIds()).toEqual([]);
});

test('each limit counts open connections only', () => {
  const { made } = registry(3, 2);
  const [one, two] = [connection('1'), connection('2')];
  expect(made.add(one, session('e', 's'))).toBe(true);
  expect(made.add(two, session('e', 's'))).toBe(true);
  expect(made.add(connection('3'), session('e', 's')), 'the subscriber has two').toBe(false);
  expect(made.add(connection('4'), session('e', 't'))).toBe(true);
  expect(made.add(connection('5'), session('e', 'u')), 'the environment has three').toBe(false);
  expect(made.add(connection('6'), session('f', 's')), 'another environment').toBe(true);
  made.remove(one, session('e', 's'));
  expect(made.add(connection('7'), session('e', 'u'))).toBe(true);
});
