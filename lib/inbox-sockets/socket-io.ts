import { type Dialect, type Heard, NOTHING } from './dialect.ts';

/** The interval of the server’s pings, in milliseconds. */
export const PING_MS = 25_000;
/** A client ends the connection after `PING_MS` plus this time without a ping. */
const PING_TIMEOUT_MS = 20_000;
/** The largest frame of a client, in bytes. */
export const MAX_FRAME_BYTES = 4_096;
/** The maximum length of a namespace’s name, because responses repeat the name. */
const MAX_NAMESPACE = 256;

/** The packets of Engine.IO 4 that concern a WebSocket. */
const OPEN = '0';
const CLOSE = '1';
const PING = '2';
const PONG = '3';
const MESSAGE = '4';
/** The packets of Socket.IO 5, each in a message of Engine.IO. */
const CONNECT = '0';
const DISCONNECT = '1';
const EVENT = '2';
const CONNECT_ERROR = '4';

/** Socket.IO v4 over WebSocket: protocol 5 of Socket.IO in protocol 4 of Engine.IO, with text frames and without polling. */
export const socketIo: Dialect = {
  name: 'socket.io',
  opens: undefined,
  greeting: (connectionId) =>
    OPEN +
    JSON.stringify({
      sid: connectionId,
      upgrades: [],
      pingInterval: PING_MS,
      pingTimeout: PING_TIMEOUT_MS,
      maxPayload: MAX_FRAME_BYTES,
    }),
  hear(text) {
    const kind = text.charAt(0);
    if (kind === PING) return { type: 'reply', text: PONG + text.slice(1) };
    if (kind === CLOSE) return { type: 'end' };
    return kind === MESSAGE ? hearMessage(text) : NOTHING;
  },
  opened: (namespace, connectionId) => packet(CONNECT, namespace, JSON.stringify({ sid: connectionId })),
  refused: (namespace, message) => packet(CONNECT_ERROR, namespace, JSON.stringify({ message })),
  ended: (namespace) => packet(DISCONNECT, namespace, ''),
  event: (namespace, name, data) => packet(EVENT, namespace, `[${JSON.stringify(name)},${data}]`),
  ping: PING,
};

/** The root namespace has no name in a packet. Every other name ends with a comma. */
function packet(type: string, namespace: string, data: string): string {
  return MESSAGE + type + (namespace === '/' ? '' : `${namespace},`) + data;
}

/** Events, acknowledgements and binary packets of clients have no effect. */
function hearMessage(text: string): Heard {
  const type = text.charAt(1);
  if (type !== CONNECT && type !== DISCONNECT) return NOTHING;
  const namespace = namespaceOf(text);
  if (namespace.length > MAX_NAMESPACE) return { type: 'end' };
  return { type: type === CONNECT ? 'open' : 'leave', namespace };
}

/** Returns the namespace without its query, which belongs to the request and not to the name. */
function namespaceOf(text: string): string {
  if (text.charAt(2) !== '/') return '/';
  const comma = text.indexOf(',', 2);
  const name = text.slice(2, comma < 0 ? undefined : comma);
  const query = name.indexOf('?');
  return query < 0 ? name : name.slice(0, query);
}
