/** An SMS provider in a separate program, controlled by its parent: takes messages of generic-sms and counts them by id. */
import { type AddressInfo, createServer, type Socket } from 'node:net';

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

const server = createServer({ noDelay: true }, take);
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

/**
 * Reads requests as generic-sms makes them: with a content-length, one after the other on a connection. It does without the HTTP server of Node,
 * which took 7 % of the cores that are measured.
 */
function take(socket: Socket): void {
  let received: Buffer = Buffer.alloc(0);
  // A sender that dies in the middle of its request ordered nothing.
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const headEnd = received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const bodyLength = /\r\ncontent-length: (\d+)/i.exec(received.toString('latin1', 0, headEnd))?.[1];
    const end = headEnd + 4 + Number(bodyLength);
    if (received.length < end) return;
    const body = received.toString('utf8', headEnd + 4, end);
    received = received.subarray(end);
    order(socket, JSON.parse(body));
  });
}

function order(socket: Socket, { id, content }: { id: string; content: string }): void {
  note(id, content, performance.timeOrigin + performance.now());
  if (content.startsWith('poison')) return void process.send?.({ poison: socket.remotePort });
  const body = `{"data":{"id":"sms-${id}"}}`;
  const answer = () =>
    socket.write(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      'latin1',
    );
  if (latencyMs > 0) setTimeout(answer, latencyMs);
  else answer();
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
