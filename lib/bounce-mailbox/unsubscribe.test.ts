import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '#lib/id.ts';
import { createIntegration } from '#lib/integrations/service.ts';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { prisma } from '#lib/postgres/db.ts';
import { closeConnections } from '#lib/providers/http/connections.ts';
import { linkToken } from '#lib/recipient-page/token.ts';
import { type Sample, sampleEnvironment, sampleWorkflow, trigger } from '#testing/engine.ts';
import { type ImapServer, startImapServer } from '#testing/imap-server.ts';
import { mailServer, stopMailServers } from '#testing/mail-server.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { readMailboxes } from './read-mailboxes.ts';

ownScratchDatabase();

const EMAIL = { type: 'email', name: 'Mail', controlValues: { subject: 'Hello', body: 'Hello', editorType: 'html' } };
const EMAIL_OF_JANE = 'jane@shop.example';
let sample: Sample;
let server: ImapServer;
let raw: () => string;

beforeEach(async () => {
  vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1');
  sample = await sampleEnvironment();
  server = await startImapServer({ encryption: 'none' });
});

afterEach(async () => {
  closeConnections();
  await stopMailServers();
  await server.stop();
});

async function mailbox(more: object) {
  const { port, mails } = await mailServer();
  raw = () => mails.at(-1)?.raw.replaceAll(/\r\n[ \t]+/g, ' ') ?? '';
  await createIntegration(sample.ctx, {
    ...{ providerId: 'nodemailer', channel: 'email', name: 'SMTP', active: true, sandbox: false },
    credentials: { host: '127.0.0.1', port: String(port), from: 'shop@shop.example', senderName: 'Shop' },
    configurations: {
      ...{ mailboxHost: '127.0.0.1', mailboxPort: String(server.port), mailboxEncryption: 'none' },
      ...{ mailboxUser: 'bounces', mailboxPassword: 'secret', mailboxReadFolder: 'Read', ...more },
    },
  } as never);
  const workflow = await sampleWorkflow(sample.ctx, [EMAIL]);
  const run = async () => {
    const { transactionId = '' } = await trigger(sample.ctx, workflow, { subscriberId: 'jane', email: EMAIL_OF_JANE });
    await sample.drain();
    const { environmentId } = sample.ctx;
    const where = { environmentId, transactionId };
    const { id: runId, subscriberId } = await prisma().notification.findFirstOrThrow({ where });
    const { id: workflowId } = await prisma().workflow.findFirstOrThrow({ where: { environmentId } });
    const jobs = await prisma().job.findMany({ where: { environmentId, notificationId: runId } });
    return { linked: { environmentId, subscriberId, workflowId, runId }, statuses: jobs.map(({ status }) => status) };
  };
  return { run };
}

const look = () =>
  readMailboxes([sample.ctx.environmentId], {
    outbound: createOutbound({ allow: ['127.0.0.1'], timeoutMs: 5_000 }),
  });
const kept = (folder: string) => server.folders.get(folder)?.mails.length ?? 0;
const choices = async () => {
  const { environmentId } = sample.ctx;
  const rows = await prisma().preference.findMany({ where: { environmentId } });
  return rows.map(({ channels }) => channels);
};

test('an email to the unsubscribe address switches the emails of the workflow off, and is moved', async () => {
  const { run } = await mailbox({ mailboxUnsubscribeAddress: 'stop@shop.example' });
  await run();
  const [, subject = ''] = /^List-Unsubscribe: <mailto:stop@shop\.example\?subject=([\w-]+)>/m.exec(raw()) ?? [];
  expect(subject).toMatch(/^unsubscribe-[\w-]{86}$/);
  server.add(`From: jane@shop.example\r\nSubject: ${subject}\r\n\r\n\r\n`);
  await look();
  expect(await choices()).toEqual([{ email: false }]);
  expect([kept('INBOX'), kept('Read')]).toEqual([0, 1]);
  expect((await run()).statuses).toContain('skipped');
});

test('forged and expired tokens, and those of another environment, are passed over', async () => {
  const { run } = await mailbox({ mailboxUnsubscribeAddress: 'stop@shop.example' });
  const { linked } = await run();
  const token = linkToken(linked);
  const tokens = [
    `${token.slice(0, -1)}${token.endsWith('A') ? 'Q' : 'A'}`,
    linkToken({ ...linked, runId: newId(new Date(Date.now() - 400 * 86_400_000)) }),
    linkToken({ ...linked, environmentId: newId() }),
    'preview',
    '',
  ];
  for (const each of tokens) server.add(`Subject: unsubscribe-${each}\r\n\r\n\r\n`);
  await look();
  expect(await choices()).toEqual([]);
  expect([kept('INBOX'), kept('Read')]).toEqual([tokens.length, 0]);
  expect(server.folders.get('INBOX')?.mails.flatMap(({ flags }) => [...flags])).toEqual([]);
});

test('without the address, emails have no mailto, and none unsubscribes', async () => {
  const { run } = await mailbox({});
  const { linked } = await run();
  expect(raw()).not.toContain('mailto:');
  server.add(`Subject: unsubscribe-${linkToken(linked)}\r\n\r\n\r\n`);
  await look();
  expect(await choices()).toEqual([]);
  expect(kept('INBOX')).toBe(1);
});
