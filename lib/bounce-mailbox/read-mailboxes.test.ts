import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { matchEvents } from '#lib/delivery-events/match.ts';
import { getEventAddress } from '#lib/delivery-events/service.ts';
import { storeEvents } from '#lib/delivery-events/store.ts';
import { findMailboxes } from '#lib/engine/queue/everywhere.ts';
import { newId } from '#lib/id.ts';
import { createIntegration, updateIntegration } from '#lib/integrations/service.ts';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { prisma } from '#lib/postgres/db.ts';
import { closeConnections } from '#lib/providers/http/connections.ts';
import { type Sample, sampleEnvironment, sampleWorkflow, trigger } from '#testing/engine.ts';
import { type ImapOptions, type ImapServer, startImapServer } from '#testing/imap-server.ts';
import { mailServer, stopMailServers } from '#testing/mail-server.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { type MailboxTools, readMailboxes } from './read-mailboxes.ts';

ownScratchDatabase();

const guard = createOutbound({ allow: ['127.0.0.1'], timeoutMs: 5_000 });
const EMAIL = { type: 'email', name: 'Mail', controlValues: { subject: 'Hello', body: 'Hello', editorType: 'html' } };
const servers: ImapServer[] = [];
let sample: Sample;
let ctx: Ctx;

beforeAll(async () => {
  vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1');
  sample = await sampleEnvironment();
  ({ ctx } = sample);
});

afterEach(async () => {
  const { environmentId } = ctx;
  await prisma().integration.updateMany({
    where: { environmentId },
    data: { active: false, primary: false, deletedAt: new Date() },
  });
  closeConnections();
  await stopMailServers();
  for (const server of servers.splice(0)) await server.stop();
});

const look = async (given: Partial<MailboxTools> = {}) =>
  readMailboxes(await findMailboxes(), { outbound: guard, ...given });

async function imap(options: ImapOptions = {}): Promise<ImapServer> {
  const server = await startImapServer({ encryption: 'none', ...options });
  servers.push(server);
  return server;
}

const settings = ({ port }: Pick<ImapServer, 'port'>) => ({
  ...{ mailboxHost: '127.0.0.1', mailboxPort: String(port), mailboxEncryption: 'none' as const },
  ...{ mailboxUser: 'bounces', mailboxPassword: 'secret' },
});

interface Smtp {
  id: string;
  mails: { from: string | false; to: string[]; raw: string }[];
}

/** An SMTP integration with a bounce mailbox. */
async function integration(server: ImapServer, more: object = {}, of: Ctx = ctx): Promise<Smtp> {
  const { port, mails } = await mailServer();
  const identifier = newId();
  const own = { host: '127.0.0.1', port: String(port), from: 'shop@shop.example', senderName: 'Shop' };
  await createIntegration(of, {
    ...{ providerId: 'nodemailer', channel: 'email', name: 'SMTP', identifier, active: true, sandbox: false },
    credentials: { ...own, bounceAddress: 'bounces@shop.example' },
    configurations: { ...settings(server), ...more },
  } as never);
  const { id } = await prisma().integration.findFirstOrThrow({ where: { identifier } });
  return { id, mails };
}

let people = 0;

async function sent() {
  people += 1;
  const email = `jane-${people}@customer.example`;
  await trigger(ctx, await sampleWorkflow(ctx, [EMAIL]), { subscriberId: `jane-${people}`, email });
  await sample.drain();
  const message = await prisma().message.findFirstOrThrow({ where: { environmentId: ctx.environmentId, email } });
  return { id: message.id, email };
}

interface Reported {
  id: string;
  email: string;
}

let reports = 0;

function bounce({ id, email }: Reported, more: { action?: string; status?: string } = {}): string {
  reports += 1;
  const { action = 'failed', status = '5.1.1' } = more;
  return [
    `Message-ID: <report-${reports}@mx.customer.example>`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.customer.example',
    '',
    `Final-Recipient: rfc822; ${email}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; 550 ${status} User unknown`,
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: <${id}@shop.example>`,
    '',
    '--b--',
    '',
  ].join('\r\n');
}

function complaint({ id, email }: Reported): string {
  return bounce({ id, email })
    .replace('report-type=delivery-status', 'report-type=feedback-report')
    .replace('message/delivery-status', 'message/feedback-report')
    .replace(
      /Reporting-MTA[\s\S]*User unknown/,
      `Feedback-Type: abuse\r\nUser-Agent: Loop/1\r\nOriginal-Rcpt-To: ${email}`,
    );
}

const events = () =>
  prisma().deliveryEvent.findMany({ where: { environmentId: ctx.environmentId }, orderBy: { id: 'asc' } });
const eventsOf = async ({ id }: { id: string }) => (await events()).filter(({ messageId }) => messageId === id);
const suppressed = async () =>
  (await prisma().suppression.findMany({ where: { environmentId: ctx.environmentId } })).map(({ address, event }) => ({
    address,
    event,
  }));
const state = async ({ id }: { id: string }) => (await getEventAddress(ctx, id)).mailbox;

test('a report bounces its message, suppresses the address, and is marked as seen', async () => {
  const server = await imap();
  const smtp = await integration(server);
  const message = await sent();
  expect(smtp.mails.at(-1)).toMatchObject({ from: 'bounces@shop.example', to: [message.email] });
  expect(smtp.mails.at(-1)?.raw).toContain(`Message-ID: <${message.id}@shop.example>`);
  server.add('Subject: Hello\r\n\r\nNo report\r\n');
  server.add(bounce(message));
  await look();
  await matchEvents(new Date());
  expect(await eventsOf(message)).toMatchObject([
    { kind: 'bounced', bounce: 'hard', code: '5.1.1', words: '550 5.1.1 User unknown', ofCopy: false },
  ]);
  expect(await suppressed()).toContainEqual({ address: message.email, event: 'bounced' });
  expect(server.folders.get('INBOX')?.mails.map(({ flags }) => [...flags])).toEqual([[], ['\\Seen']]);
  expect(await state(smtp)).toMatchObject({ isSet: true, lookedAt: expect.any(String), reportKind: 'bounced' });
  const next = await sent().catch(() => undefined);
  expect(next?.email, 'other addresses still get messages').toBeDefined();
  await look();
  expect(await matchEvents(new Date()), 'read once').toBe(0);
});

test('a complaint suppresses the address', async () => {
  const server = await imap();
  await integration(server);
  const message = await sent();
  server.add(complaint(message));
  await look();
  await matchEvents(new Date());
  expect(await eventsOf(message)).toMatchObject([{ kind: 'complained' }]);
  expect(await suppressed()).toContainEqual({ address: message.email, event: 'complained' });
});

test('a read report is moved to a folder, which is created once', async () => {
  const server = await imap();
  await integration(server, { mailboxReadFolder: 'Read' });
  const messages = [await sent(), await sent()];
  for (const message of messages) server.add(bounce(message, { status: '4.4.1' }));
  await look();
  expect(server.folders.get('INBOX')?.mails).toHaveLength(0);
  expect(server.folders.get('Read')?.mails).toHaveLength(2);
  expect(server.commands.filter((command) => /^CREATE/.test(command))).toHaveLength(1);
  await matchEvents(new Date());
  expect(await eventsOf(messages[1] as Reported)).toMatchObject([{ kind: 'bounced', bounce: 'soft' }]);
});

test('forged reports about an unknown message, another integration or another address change nothing', async () => {
  const server = await imap();
  await integration(server);
  const own = await sent();
  const other = await sampleEnvironment();
  const elsewhere = newId();
  const victim = 'victim@customer.example';
  server.add(bounce({ id: own.id, email: victim }));
  server.add(complaint({ id: own.id, email: victim }));
  server.add(bounce({ id: elsewhere, email: victim }));
  server.add(complaint({ id: elsewhere, email: victim }));
  const foreign = await integration(await imap(), {}, other.ctx);
  await look();
  await matchEvents(new Date());
  await matchEvents(new Date(Date.now() + 11 * 60_000));
  expect((await suppressed()).filter(({ address }) => address === victim || address === own.email)).toEqual([]);
  const known = (await eventsOf(own)).map(({ kind, ofCopy }) => `${kind} ${ofCopy ? 'of a copy' : ''}`);
  expect(known.toSorted()).toEqual(['bounced of a copy', 'complained of a copy']);
  const seen = server.folders.get('INBOX')?.mails.map(({ flags }) => flags.size);
  expect(seen, 'reports about other messages stay unseen').toEqual([1, 1, 0, 0]);
  expect(foreign.id).not.toBe('');
});

test('a report about a message of another integration stays, and changes nothing', async () => {
  const first = await imap();
  await integration(first);
  const message = await sent();
  const second = await imap();
  await prisma().integration.updateMany({
    where: { environmentId: ctx.environmentId },
    data: { active: false, primary: false },
  });
  await integration(second);
  second.add(bounce(message));
  await look();
  await matchEvents(new Date());
  expect(await eventsOf(message)).toEqual([]);
  expect(second.folders.get('INBOX')?.mails[0]?.flags.size).toBe(0);
  first.add(bounce(message));
  await look();
  await matchEvents(new Date());
  expect(await eventsOf(message)).toHaveLength(1);
});

test('a stop before events are stored, or before a report is marked as seen, loses and repeats nothing', async () => {
  const server = await imap();
  const smtp = await integration(server);
  const message = await sent();
  server.add(bounce(message));
  const stop = () => Promise.reject(new Error('stopped'));
  await look({ store: stop });
  expect(await state(smtp)).toMatchObject({ failedWords: expect.stringContaining('stopped') });
  const later = () => new Date(Date.now() + 61_000);
  await look({
    now: later,
    store: async (...given) => {
      await storeEvents(...given);
      return stop();
    },
  });
  await look({ now: () => new Date(Date.now() + 600_000) });
  await matchEvents(later());
  expect(await eventsOf(message)).toHaveLength(1);
  expect(await state(smtp)).not.toHaveProperty('failedWords');
  server.renumber(100);
  await look();
  expect(await matchEvents(new Date()), 'numbered again').toBe(0);
  expect(await eventsOf(message)).toHaveLength(1);
  const [mail] = server.folders.get('INBOX')?.mails ?? [];
  if (mail) mail.at = new Date(mail.at.getTime() - 5_000);
  server.renumber();
  await look();
  await matchEvents(new Date());
  expect(await eventsOf(message), 'restored with another time').toHaveLength(1);
});

test('a settings change begins at the start of the new folder', async () => {
  const [first, second] = [await imap(), await imap()];
  const smtp = await integration(first);
  const message = await sent();
  first.add('Subject: one\r\n\r\n');
  first.add('Subject: two\r\n\r\n');
  await look();
  second.add(bounce(message));
  await updateIntegration(ctx, smtp.id, {
    configurations: { ...settings(second), mailboxPassword: 'secret' },
  } as never);
  await look();
  await matchEvents(new Date());
  expect(await eventsOf(message)).toHaveLength(1);
});

test('failures are shown in words, and Belfry waits before the next attempt', async () => {
  const server = await imap();
  const wrong = await integration(server, { mailboxPassword: 'not the password' });
  await look();
  expect((await state(wrong))?.failedWords).toBe('Sign-in refused: Invalid user or password');
  const { length } = server.commands;
  await look();
  expect(server.commands, 'waits').toHaveLength(length);
  await updateIntegration(ctx, wrong.id, { configurations: settings(server) } as never);
  await look();
  expect(await state(wrong)).not.toHaveProperty('failedWords');
  await updateIntegration(ctx, wrong.id, {
    configurations: { ...settings(server), mailboxFolder: 'Nowhere' },
  } as never);
  await look();
  expect((await state(wrong))?.failedWords).toContain('no folder “Nowhere”');
});

test.each<[string, { mailboxEncryption?: string; [key: string]: string | undefined }, string]>([
  ['a host that is not found', { mailboxHost: 'nowhere.invalid' }, 'Host not found: nowhere.invalid'],
  ['a private address', { mailboxHost: '127.0.0.2' }, '127.0.0.2 is not a public address'],
  ['a closed port', { mailboxPort: '1' }, '127.0.0.1:1 could not be reached'],
  ['a server without TLS', { mailboxEncryption: 'tls' }, 'does not begin with TLS'],
  ['a server without STARTTLS', { mailboxEncryption: 'starttls' }, 'offers no STARTTLS'],
])('%s is named', async (_, more, words) => {
  const server = await imap();
  const smtp = await integration(server, more);
  await look();
  expect((await state(smtp))?.failedWords).toContain(words);
  expect(server.commands.join(), 'no password without TLS').not.toContain(more.mailboxEncryption ? 'secret' : '\n');
});

test.each(['tls', 'starttls'] as const)(
  '%s: an unknown certificate is refused unless it is allowed',
  async (encryption) => {
    const server = await imap({ encryption });
    const smtp = await integration(server, { mailboxEncryption: encryption });
    await look();
    expect((await state(smtp))?.failedWords).toContain('certificate of 127.0.0.1');
    expect(server.commands.join()).not.toContain('secret');
    const mailboxTlsOptions = { rejectUnauthorized: false };
    const configurations = { ...settings(server), mailboxEncryption: encryption, mailboxTlsOptions };
    await updateIntegration(ctx, smtp.id, { configurations } as never);
    await look();
    expect(await state(smtp)).toMatchObject({ lookedAt: expect.any(String) });
    expect(await state(smtp)).not.toHaveProperty('failedWords');
  },
);

test('a server that disconnects, is silent or sends too much delays no other mailbox', async () => {
  const broken = await imap({ instead: (command) => (/^UID FETCH/.test(command) ? 'close' : undefined) });
  const silent = await imap({ instead: (command) => (/^SELECT/.test(command) ? 'silence' : undefined) });
  const flooding = await imap({
    instead: (command) => (/^UID SEARCH/.test(command) ? `* SEARCH ${'1 '.repeat(3_000_000)}\r\n` : undefined),
  });
  const bad = [broken, silent, flooding];
  const ids = [];
  for (const server of bad) ids.push(await integration(server));
  await prisma().integration.updateMany({
    where: { environmentId: ctx.environmentId },
    data: { active: false, primary: false },
  });
  const server = await imap();
  await integration(server);
  const message = await sent();
  for (const each of [...bad, server]) each.add(bounce(message));
  await look({ limitMs: 3_000 });
  await matchEvents(new Date());
  expect(await eventsOf(message)).toHaveLength(1);
  for (const id of ids) expect((await state(id))?.failedWords).toBeTruthy();
});

test('hostile emails are skipped, and the reports after them are read', async () => {
  const server = await imap();
  await integration(server);
  const message = await sent();
  const nested = Array.from(
    { length: 5_000 },
    (_, n) => `Content-Type: multipart/report; boundary="${n}"\r\n\r\n--${n}\r\n`,
  );
  server.add(nested.join(''));
  server.add(`Content-Type: multipart/report; boundary="${'x'.repeat(900_000)}"\r\n\r\n`);
  server.add(`${'X-A: b\r\n'.repeat(120_000)}\r\n`);
  server.add(`Content-Type: multipart/report; boundary=b\r\n${'X-A: b\r\n'.repeat(120_000)}\r\n`);
  server.add(Buffer.alloc(3_000_000, 0xff));
  server.add('');
  server.add(bounce(message) + 'x'.repeat(3_000_000));
  await look();
  await matchEvents(new Date());
  expect(await eventsOf(message)).toHaveLength(1);
});
