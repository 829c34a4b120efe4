import { expect, test } from 'vitest';
import { socketIo } from './socket-io.ts';

// https://socket.io/docs/v4/engine-io-protocol and https://socket.io/docs/v4/socket-io-protocol

test('the first frame opens Engine.IO without an upgrade', () => {
  const text = socketIo.greeting('c1') ?? '';
  expect(text[0]).toBe('0');
  expect(JSON.parse(text.slice(1))).toEqual({
    sid: 'c1',
    upgrades: [],
    pingInterval: 25_000,
    pingTimeout: 20_000,
    maxPayload: 4_096,
  });
});

test.each([
  ['40', '/'],
  ['40{"token":"x"}', '/'],
  ['40/,', '/'],
  ['40/api,', '/api'],
  ['40/api', '/api'],
  ['40/api,{"token":"a,b"}', '/api'],
  ['40/api?token=x,', '/api'],
  ['40/a/b-c.d,', '/a/b-c.d'],
])('%s opens %s', (text, namespace) => {
  expect(socketIo.hear(text)).toEqual({ type: 'open', namespace });
});

test.each([
  ['41', '/'],
  ['41/api,', '/api'],
])('%s closes %s', (text, namespace) => {
  expect(socketIo.hear(text)).toEqual({ type: 'leave', namespace });
});

test.each([
  '',
  '3',
  '3probe',
  '5',
  '6',
  '7',
  '42["read"]',
  '42/api,12["read",{}]',
  '43',
  '44',
  '451-["x",{"_placeholder":true,"num":0}]',
  '46',
  '4',
  '4x',
  'ping',
  '{"type":"ping"}',
  'bAAAA',
  '\u0000',
])('%j has no effect', (text) => {
  expect(socketIo.hear(text)).toEqual({ type: 'nothing' });
});

test('a ping of the client is answered with its data, a close ends, as does an overlong namespace', () => {
  expect(socketIo.hear('2')).toEqual({ type: 'reply', text: '3' });
  expect(socketIo.hear('2probe')).toEqual({ type: 'reply', text: '3probe' });
  expect(socketIo.hear('1')).toEqual({ type: 'end' });
  expect(socketIo.hear(`40/${'a'.repeat(255)},`)).toMatchObject({ type: 'open' });
  expect(socketIo.hear(`40/${'a'.repeat(256)},`)).toEqual({ type: 'end' });
});

test.each([
  [socketIo.opened('/', 'c1'), '40{"sid":"c1"}'],
  [socketIo.opened('/api', 'c1'), '40/api,{"sid":"c1"}'],
  [socketIo.refused('/', 'Invalid token'), '44{"message":"Invalid token"}'],
  [socketIo.refused('/api', 'Invalid token'), '44/api,{"message":"Invalid token"}'],
  [socketIo.ended('/'), '41'],
  [socketIo.ended('/api'), '41/api,'],
  [socketIo.event('/', 'unseen_count_changed', '{"unseenCount":4}'), '42["unseen_count_changed",{"unseenCount":4}]'],
  [socketIo.event('/api', 'x', '{}'), '42/api,["x",{}]'],
  [socketIo.ping, '2'],
])('a server frame reads %s', (text, expected) => {
  expect(text).toBe(expected);
});
