/**
 * Sends through Debian’s Postfix to recipients who do not exist or whose server refuses, reads the reports from Dovecot
 * with a real worker, and compares the last event of each message with the expected one.
 *
 *   apt-get install --no-install-recommends postfix dovecot-imapd
 *   node bench/mail/run.ts                  as root; on a fresh clone `npm run db:generate` first
 *   … --keep=FOLDER                         writes the reports into a folder, as test inputs
 */
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { openInstallation } from '#bench/delivery/installation.ts';
import { addWorkflow, createTenant, type Tenant } from '#bench/delivery/tenant.ts';
import { until } from '#bench/until.ts';
import { triggerEvent } from '#lib/events/trigger.ts';
import type { CreateIntegrationBody } from '#lib/integrations/schema.ts';
import { createIntegration } from '#lib/integrations/service.ts';
import { prisma } from '#lib/postgres/db.ts';
import { CliError, runMain } from '#scripts/cli-error.ts';
import { showProgress } from '#scripts/progress.ts';
import { root } from '#scripts/sources.ts';
import { certificate } from '#testing/certificate.ts';
import { BOUNCES, EXISTING, type MailSystem, PASSWORD, startMailSystem } from './mail-system.ts';

const { values: options } = parseArgs({ options: { keep: { type: 'string' } } });

/** The recipients, each with the remote server’s response and the last event. No event: delivered without a report. */
const CASES: Record<string, { response?: string; code?: number; event?: string }> = {
  [EXISTING]: {},
  'gone@mail.test': { event: 'bounced hard 5.1.1' },
  'unknown@remote.test': { code: 550, response: '5.1.1 No such user', event: 'bounced hard 5.1.1' },
  'full@remote.test': { code: 552, response: '5.2.2 The mailbox is full', event: 'bounced soft 5.2.2' },
  'policy@remote.test': { code: 554, response: '5.7.1 Refused by policy', event: 'bounced block 5.7.1' },
  'later@remote.test': { code: 451, response: '4.3.0 Try again later', event: 'delayed - 4.3.0' },
};
/** Milliseconds for at least two reads of the mailbox, which a worker reads every minute. */
const LIMIT_MS = 150_000;

await runMain(async () => {
  const installation = await showProgress('Start PostgreSQL', () => openInstallation('bench-mail'));
  const remote = await startRemote();
  const folder = join(root, '.scratch/bench-mail-system');
  let mail: MailSystem | undefined;
  try {
    mail = await showProgress('Start Postfix and Dovecot', () => startMailSystem(folder, remote.port));
    const tenant = await createTenant(installation.database);
    await addMailIntegration(tenant, mail);
    await addWorkflow(tenant, 'mail', [
      { type: 'email', name: 'Mail', controlValues: { subject: 'Hello', body: 'Hello', editorType: 'html' } },
    ]);
    for (const [index, email] of Object.keys(CASES).entries())
      await triggerEvent(tenant.ctx, { name: 'mail', to: { subscriberId: `mail-${index}`, email } } as never);
    const worker = await installation.startWorker();
    const expected = Object.fromEntries(Object.entries(CASES).map(([email, { event }]) => [email, event ?? 'none']));
    let found: Record<string, string> = {};
    const isDone = async () => {
      found = await outcomes(tenant);
      return JSON.stringify(found) === JSON.stringify(expected);
    };
    await showProgress('Send, and read the reports', () => until('The expected events', LIMIT_MS, isDone)).catch(
      () => undefined,
    );
    await worker.stop();
    const isDelivered = mail.mailsOf('jane').length === 1;
    console.log(`\n${mail.versions}\n${table(expected, found)}`);
    if (options.keep) keep(mail, options.keep);
    if (JSON.stringify(found) !== JSON.stringify(expected) || !isDelivered)
      throw new CliError(`The events differ, or the mail to ${EXISTING} did not arrive. Logs: ${folder}`);
  } finally {
    mail?.stop();
    remote.stop();
    await installation.stop();
  }
});

/** Starts a server that refuses each recipient with the response in CASES. */
async function startRemote(): Promise<{ port: number; stop: () => void }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onRcptTo: ({ address }, _session, done) => {
      const { code = 550, response = '5.1.1 No such user' } = CASES[address] ?? {};
      done(Object.assign(new Error(response), { responseCode: code }));
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.server.address() as AddressInfo).port, stop: () => server.close() };
}

async function addMailIntegration({ ctx }: Tenant, { smtpPort, imapPort }: MailSystem): Promise<void> {
  const body = {
    ...{ providerId: 'nodemailer', channel: 'email', name: 'Postfix', active: true },
    credentials: {
      ...{ host: '127.0.0.1', port: String(smtpPort), from: 'shop@mail.test', senderName: 'Shop' },
      ...{ ignoreTls: true, bounceAddress: BOUNCES },
    },
    configurations: {
      ...{ mailboxHost: '127.0.0.1', mailboxPort: String(imapPort), mailboxEncryption: 'tls' },
      ...{ mailboxTlsOptions: { ca: certificate.cert }, mailboxUser: BOUNCES, mailboxPassword: PASSWORD },
      mailboxReadFolder: 'Read',
    },
  };
  await createIntegration(ctx, body as unknown as CreateIntegrationBody);
}

/** Returns the last event of each message, as `kind bounce code`. */
async function outcomes({ environmentId }: Tenant): Promise<Record<string, string>> {
  const messages = await prisma().message.findMany({ where: { environmentId }, orderBy: { id: 'asc' } });
  const events = await prisma().deliveryEvent.findMany({ where: { environmentId }, orderBy: { id: 'asc' } });
  const last = (id: string) => events.findLast(({ messageId }) => messageId === id);
  const words = (id: string) => {
    const event = last(id);
    return event ? `${event.kind} ${event.bounce ?? '-'} ${event.code}` : 'none';
  };
  return Object.fromEntries(
    Object.keys(CASES).map((email) => [email, words(messages.find((each) => each.email === email)?.id ?? '')]),
  );
}

function table(expected: Record<string, string>, found: Record<string, string>): string {
  const rows = Object.keys(expected).map((email) => `| ${email} | ${expected[email]} | ${found[email]} |`);
  return ['| recipient | expected | found |', '|---|---|---|', ...rows].join('\n');
}

/** Writes the reports from the folder Read of the maildir, to which the worker moved them. */
function keep(mail: MailSystem, folder: string): void {
  for (const report of mail.mailsOf('bounces/.Read')) {
    const recipient = /^Original-Recipient: rfc822;(\S+)@/m.exec(report)?.[1] ?? 'unknown';
    writeFileSync(join(folder, `postfix-${recipient}.eml`), withoutText(report).replaceAll('\n', '\r\n'), 'latin1');
  }
}

/** Replaces the human-readable text, which is the first part. */
function withoutText(report: string): string {
  const begin = report.indexOf('\n\n', report.indexOf('Content-Description: Notification')) + 2;
  return `${report.slice(0, begin)}(Left out.)\n${report.slice(report.indexOf('\n--', begin))}`;
}
