/**
 * An SMS provider in a separate program, controlled by its parent: accepts messages of generic-sms and infobip-sms, and counts them
 * by ID.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface SmsTally {
  requests: number;
  /** Requests with a message ID that was received before. */
  duplicates: number;
  /** The highest number of requests with the same message ID. */
  mostOfOne: number;
  /** Requests by the recipient's environment, which is the content before the first space. */
  byTag: Record<string, number>;
  /** The time of the last request of each tag, in milliseconds since the epoch. */
  lastByTag: Record<string, number>;
}

export type SmsOrder =
  | { order: 'tally' }
  | { order: 'reset' }
  /** Milliseconds until each response. */
  | { order: 'latency'; ms: number }
  /** The parent requests the first arrival of each content. */
  | { order: 'arrivals' };

const counts = new Map<string, number>();
const arrivals = new Map<string, number>();
let tally: SmsTally = fresh();
let latencyMs = 0;

function fresh(): SmsTally {
  return { requests: 0, duplicates: 0, mostOfOne: 0, byTag: {}, lastByTag: {} };
}

const server = createServer({ noDelay: true }, take);
server.listen(0, process.argv[2], () => process.send?.({ port: (server.address() as AddressInfo).port }));
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
 * Reads requests: with a content-length, one after the other on a connection. It does not
 * use Node's HTTP server, which took 7% of the measured cores.
 */
function take(socket: Socket): void {
  let received: Buffer = Buffer.alloc(0);
  // A sender that dies during its request has sent no message.
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
    order(socket, messageIn(JSON.parse(body)));
  });
}

interface SmsText {
  id: string;
  content: string;
}

interface InfobipBody {
  messages: [{ content: { text: string }; webhooks: { callbackData: string } }];
}

function messageIn(body: SmsText | InfobipBody): SmsText {
  if (!('messages' in body)) return body;
  const [{ content, webhooks }] = body.messages;
  return { id: webhooks.callbackData, content: content.text };
}

/** Responds in both formats. */
function order(socket: Socket, { id, content }: SmsText): void {
  note(id, content, performance.timeOrigin + performance.now());
  if (content.startsWith('poison')) return void process.send?.({ poison: socket.remotePort });
  const body = `{"data":{"id":"sms-${id}"},"messages":[{"messageId":"sms-${id}","status":{"groupName":"PENDING"}}]}`;
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
