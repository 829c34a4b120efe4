/** A fake vendor on this machine. It returns the configured responses and stores the requests. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttp2Server, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** The body. An object is sent as JSON. */
  body?: string | object;
}

/** The response to a request. For `never`, the server sends no response. */
export type Behaviour = Answer | 'never' | ((received: Received) => Answer | 'never');

export interface VendorServer {
  origin: string;
  received: Received[];
  behave: (behaviour: Behaviour) => void;
  stop: () => Promise<void>;
}

type Http2Listener = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

export interface VendorOptions {
  /** Whether the server supports HTTP/2 only, without TLS. */
  http2?: boolean | undefined;
}

export async function startVendor(
  behaviour: Behaviour = { status: 200 },
  { http2 }: VendorOptions = {},
): Promise<VendorServer> {
  let current = behaviour;
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    const one = { method, path: url, headers: { ...headers }, body: Buffer.concat(chunks).toString() };
    received.push(one);
    const answer = typeof current === 'function' ? current(one) : current;
    if (answer === 'never') return;
    const isJson = typeof answer.body === 'object';
    response.writeHead(answer.status, { ...(isJson && { 'content-type': 'application/json' }), ...answer.headers });
    response.end(isJson ? JSON.stringify(answer.body) : String(answer.body ?? ''));
  };
  // Requests over HTTP/2 have the same fields in Node as other requests, so one listener serves both.
  const server = http2 ? createHttp2Server(listener as unknown as Http2Listener) : createServer(listener);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    behave: (next) => {
      current = next;
      received.length = 0;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
