/**
 * For tests: a server on this machine that can stop responding, respond slowly, or respond only with errors. With
 * `refuses`, it rejects credentials.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Behaviour = 'breaks off' | 'answers' | 'fails' | 'refuses' | 'hangs';

export interface BehavingServer {
  url: string;
  state: Behaviour;
  /** The number of requests received. */
  requests: number;
  open: number;
  /** The maximum number of requests that were open at the same time. */
  mostOpen: number;
  /** Closes all open connections. */
  breakOff(): void;
  stop(): void;
}

/**
 * @param answer the JSON of its responses.
 * @param port a free port by default.
 */
export async function startBehavingServer(state: Behaviour, answer = '{}', port = 0): Promise<BehavingServer> {
  const server = createServer((request, response) => {
    found.requests++;
    found.mostOpen = Math.max(found.mostOpen, ++found.open);
    response.on('close', () => found.open--);
    if (found.state === 'breaks off') request.socket.destroy();
    else if (found.state === 'fails') response.writeHead(500).end();
    else if (found.state === 'refuses') response.writeHead(401).end();
    else if (found.state === 'answers') response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  });
  const found: BehavingServer = {
    url: '',
    state,
    requests: 0,
    open: 0,
    mostOpen: 0,
    breakOff: () => server.closeAllConnections(),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  found.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return found;
}
