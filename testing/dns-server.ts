/** For tests: a DNS server on this machine that answers queries for TXT records over UDP. */
import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

export interface DnsServer {
  /** `address:port`. */
  server: string;
  /** The texts by name. A name without an entry does not exist; `silent` and `broken` give no usable answer. */
  records: Record<string, readonly string[] | 'silent' | 'broken'>;
  /** The names that were queried. */
  requested: string[];
  stop(): void;
}

export async function startDnsServer(records: DnsServer['records']): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const found: DnsServer = { server: '', records, requested: [], stop: () => void socket.close() };
  socket.on('message', (message, { port, address }) => {
    const { name, end } = questionOf(message);
    found.requested.push(name);
    const known = found.records[name];
    if (known !== 'silent') socket.send(answerTo(message.subarray(0, end), known), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  found.server = `127.0.0.1:${(socket.address() as AddressInfo).port}`;
  return found;
}

const HEADER = 12;

/** Reads the name of the first question (RFC 1035, 4.1.2), and the offset at which the question ends. */
function questionOf(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

function answerTo(question: Buffer, known: readonly string[] | 'broken' | undefined): Buffer {
  const code = known === 'broken' ? SERVFAIL : known ? 0 : NXDOMAIN;
  const answers = Array.isArray(known) ? known.map((text: string) => answer(text)) : [];
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(answers.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...answers]);
}

const SERVFAIL = 2;
const NXDOMAIN = 3;

/**
 * Returns a TXT record whose name refers to the name in the question. A text is split into strings of at most 255
 * bytes.
 */
function answer(text: string): Buffer {
  const strings = (text.match(/.{1,255}/g) ?? ['']).map((part) => Buffer.from([part.length, ...Buffer.from(part)]));
  const data = Buffer.concat(strings);
  const head = Buffer.from([0xc0, HEADER, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
