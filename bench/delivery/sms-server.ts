/** A provider of SMS as a program of its own: takes what generic-sms sends and counts it by message id. Told what to do by its parent. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SmsTally {
  requests: number;
  /** Requests whose message id had come before. */
  duplicates: number;
  /** Of the one that came most often. */
  mostOfOne: number;
  /** Requests by the recipient's environment: what stands before the first space of the content. */
  byTag: Record<string, number>;
  /** When the last one of each tag came; milliseconds since the epoch. */
  lastByTag: Record<string, number>;
}

export type SmsOrder =
  | { order: 'tally' }
  | { order: 'reset' }
  /** Milliseconds until each answer. */
  | { order: 'latency'; ms: number }
  /** When each content came first. */
  | { order: 'arrivals' };

const counts = new Map<string, number>();
const arrivals = new Map<string, number>();
let tally: SmsTally = fresh();
let latencyMs = 0;

function fresh(): SmsTally {
  return { requests: 0, duplicates: 0, mostOfOne: 0, byTag: {}, lastByTag: {} };
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => void take(request, response));
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit());
process.on('message', (message: SmsOrder & { ask: number }) => {
  process.send?.({ ask: message.ask, answer: obey(message) });
});

function obey(message: SmsOrder): unknown {
  switch (message.order) {
    case 'tally':
      return tally;
    case 'arrivals':
      return [...arrivals];
    case 'latency':
      latencyMs = message.ms;
      return true;
    case 'reset':
      counts.clear();
      arrivals.clear();
      tally = fresh();
      return true;
  }
}

/** Reads with listeners, not as a stream: the provider runs on the cores that are measured. */
function take(request: IncomingMessage, response: ServerResponse): void {
  const at = performance.timeOrigin + performance.now();
  const chunks: Buffer[] = [];
  // A sender that dies in the middle of its request ordered nothing.
  request.on('error', () => undefined);
  response.on('error', () => undefined);
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { id, content } = JSON.parse(Buffer.concat(chunks).toString()) as { id: string; content: string };
    note(id, content, at);
    if (content.startsWith('poison')) return void process.send?.({ poison: request.socket.remotePort });
    const body = `{"data":{"id":"sms-${id}"}}`;
    const answer = () =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
        .end(body);
    if (latencyMs > 0) setTimeout(answer, latencyMs);
    else answer();
  });
}

function note(id: string, content: string, at: number): void {
  const times = (counts.get(id) ?? 0) + 1;
  const tag = content.split(' ', 1)[0] ?? '';
  counts.set(id, times);
  tally.requests++;
  if (times > 1) tally.duplicates++;
  tally.mostOfOne = Math.max(tally.mostOfOne, times);
  tally.byTag[tag] = (tally.byTag[tag] ?? 0) + 1;
  tally.lastByTag[tag] = at;
  if (!arrivals.has(content)) arrivals.set(content, at);
}
