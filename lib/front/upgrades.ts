import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { targetProblem } from './front.ts';
import { FOREIGN_TEXT } from './page-host.ts';
import { respondRaw } from './raw-response.ts';

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * For `shouldUpgradeCallback`: whether a client requests a WebSocket. Requests for other protocols, such as the h2c of
 * Java’s client, are handled like requests without an upgrade (RFC 9110, 7.8).
 */
export function wantsWebSocket({ headers: { upgrade = '' } }: Pick<IncomingMessage, 'headers'>): boolean {
  return upgrade.split(',').some((protocol) => protocol.trim().toLowerCase() === 'websocket');
}

/**
 * For `upgrade`: checks a request as the front checks others, and passes it to the handler of its path.
 *
 * @param clean makes the headers trustworthy.
 * @param isForeign whether the request’s host serves no such path.
 * @param handlerOf returns the handler of a path. Undefined for paths without sockets.
 */
export function upgradeListener(
  clean: (request: IncomingMessage) => void,
  isForeign: (request: IncomingMessage) => boolean,
  handlerOf: (url: string) => Upgrade | undefined,
): Upgrade {
  return (request, socket, head) => {
    // Without a listener, the reset of a connection would end the process.
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
