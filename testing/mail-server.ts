/** For tests: a real SMTP server (RFC 5321) on this machine, and messages sent to it. */
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { type Account, deliver } from '#lib/providers/deliver.ts';
import { closeConnections } from '#lib/providers/http/connections.ts';
import type { EmailMessage } from '#lib/providers/message.ts';
import { ProviderError, type Sent } from '#lib/providers/send.ts';
import { MESSAGE_ID } from './provider-contract.ts';

interface ReceivedMail {
  from: string | false;
  to: string[];
  raw: string;
}

export interface MailServer {
  port: number;
  mails: ReceivedMail[];
  /** The number of connections, including rejected connections. */
  connections: () => number;
}

const cleanups: (() => unknown)[] = [];

/** Stops the servers. For `afterEach`. */
export async function stopMailServers(): Promise<void> {
  closeConnections();
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

export async function mailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  let connections = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 10,
    logger: false,
    onData: (stream, { envelope: { mailFrom, rcptTo } }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = mailFrom ? mailFrom.address : false;
        mails.push({ from, to: rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString() });
        done(null, 'queued as 4F1');
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.server.on('connection', () => {
    connections++;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => new Promise<void>((resolve) => server.close(resolve)));
  return { port: (server.server.address() as AddressInfo).port, mails, connections: () => connections };
}

/** Returns an error that the server sends as its response to a command, such as 550. */
export function answer(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

export function mailAccount(port: number, credentials: object = {}): Account {
  const own = { host: '127.0.0.1', port: String(port), from: 'shop@shop.example', senderName: 'Shop', ...credentials };
  return { providerId: 'nodemailer', sandbox: false, credentials: own };
}

export function mailTools(timeoutMs = 10_000) {
  const outbound = createOutbound({ allow: ['127.0.0.1'], timeoutMs: 10_000 });
  cleanups.push(outbound.close);
  return { outbound, now: () => new Date(), timeoutMs };
}

export const plainMail: EmailMessage = {
  channel: 'email',
  id: MESSAGE_ID,
  to: { email: 'jane@customer.example' },
  subject: 'Shipped',
  html: '<p>It is on its way.</p>',
  text: 'It is on its way.',
};

/** Sends a message to a server, and returns the failure, if any. */
export async function mailed(
  port: number,
  changes: Partial<EmailMessage> = {},
  credentials: object = {},
  tools = mailTools(),
): Promise<Sent | ProviderError> {
  return deliver(mailAccount(port, credentials), { ...plainMail, ...changes }, tools).catch((error: unknown) => {
    if (error instanceof ProviderError) return error;
    throw error;
  });
}
