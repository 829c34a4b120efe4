import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { targetProblem } from './front.ts';
import { FOREIGN_TEXT } from './page-host.ts';
import { respondRaw } from './raw-response.ts';

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Whether a client requests a WebSocket; for `shouldUpgradeCallback`. Requests for other protocols, such as the h2c of
 * Java’s client, are handled like requests without an upgrade (RFC 9110, 7.8).
 */
export function wantsWebSocket({ headers: { upgrade = '' } }: Pick<IncomingMessage, 'headers'>): boolean {
  return upgrade.split(',').some((protocol) => protocol.trim().toLowerCase() === 'websocket');
}

/**
 * Returns the listener for `upgrade`. It checks a request with the front server's rules, and passes it to the handler
 * of its path.
 *
 * @param clean makes the headers trustworthy.
 * @param isForeign whether the request’s host does not serve its path.
 * @param handlerOf returns the handler of a path. Undefined for paths without sockets.
 */
export function upgradeListener(
  clean: (request: IncomingMessage) => void,
  isForeign: (request: IncomingMessage) => boolean,
  handlerOf: (url: string) => Upgrade | undefined,
): Upgrade {
  return (request, socket, head) => {
    // Without a listener, an `error` event for a reset connection would end the process.
    socket.on('error', () => socket.destroy());
    const problem = targetProblem(request);
    if (problem) return respondRaw(socket, 400, problem);
    clean(request);
    if (isForeign(request)) return respondRaw(socket, 404, FOREIGN_TEXT);
    const handle = handlerOf(request.url ?? '');
    if (!handle) return respondRaw(socket, 404, 'There is no WebSocket at this address.\n');
    handle(request, socket, head);
  };
}
