import { database } from '#e2e/database.ts';
import { type CallApi, expect, parsed, test } from '#e2e/fixtures.ts';
import { signedIn } from '#e2e/session.ts';
import { EventAddress } from '#lib/delivery-events/schema.ts';
import { CREDENTIAL_MASK } from '#lib/integrations/credentials.ts';
import { Integration } from '#lib/integrations/schema.ts';
import { TrialResult } from '#lib/integrations/trial-schema.ts';
import { type ImapServer, startImapServer } from '#testing/imap-server.ts';

const PASSWORD = 'mailbox-password-7c1';

const smtp = {
  providerId: 'nodemailer',
  credentials: {
    host: '127.0.0.1',
    port: '9',
    from: 'a@shop.example',
    senderName: 'Shop',
    bounceAddress: 'b@shop.example',
  },
};
const settings = (port = 9) => ({
  ...{ mailboxHost: '127.0.0.1', mailboxPort: String(port), mailboxEncryption: 'none' },
  ...{ mailboxUser: 'bounces', mailboxPassword: PASSWORD, mailboxReadFolder: 'Read' },
});

const make = async (call: CallApi, configurations: object) =>
  parsed(Integration, await call('POST', '/v1/integrations', { body: { ...smtp, configurations } }), 201);
const change = (call: CallApi, id: string, configurations: object) =>
  call('PUT', `/v1/integrations/${id}`, { body: { configurations } });
const check = (call: CallApi, id: string) => call('POST', `/v1/integrations/${id}/test-mailbox`);

async function withServer(work: (server: ImapServer) => Promise<void>): Promise<void> {
  const server = await startImapServer({ encryption: 'none', password: PASSWORD });
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

test('the password is masked, encrypted and not audited, and the settings are shown', async ({ call, tenant }) => {
  const owner = await signedIn(tenant, 'owner');
  const { _id: id = '', configurations } = await make(owner.call, settings());
  expect(configurations).toEqual({ ...settings(), mailboxPassword: PASSWORD });
  const masked = { ...settings(), mailboxPassword: CREDENTIAL_MASK };
  const byKey = parsed(Integration, await call('GET', `/v1/integrations/${id}`));
  expect(byKey.configurations).toEqual(masked);
  const shown = parsed(Integration, await owner.call('GET', `/v1/integrations/${id}?credentials=masked`));
  expect(shown.configurations).toEqual(masked);
  const { rows } = await database().query('SELECT configurations::text AS text FROM integrations WHERE id = $1', [id]);
  expect(rows[0]?.text).not.toContain(PASSWORD);
  const audit = await database().query('SELECT * FROM audit_log WHERE resource_id = $1', [id]);
  expect(JSON.stringify(audit.rows)).not.toContain(PASSWORD);
});

test('a mask keeps the password for people only, because another server could receive it', async ({ call, tenant }) => {
  const owner = await signedIn(tenant, 'owner');
  await withServer(async ({ port }) => {
    const { _id: id = '' } = await make(owner.call, settings(port));
    const masked = { ...settings(port), mailboxPassword: CREDENTIAL_MASK };
    const refused = await change(call, id, masked);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('configurations.mailboxPassword');
    expect((await change(owner.call, id, { ...masked, mailboxFolder: 'INBOX' })).status).toBe(200);
    expect(parsed(TrialResult, await check(owner.call, id)).outcome).toBe('succeeded');
    expect((await change(call, id, settings(port))).status).toBe(200);
  });
});

const wrong: [string, object, string][] = [
  ['a host with a path', { mailboxHost: 'imap.shop.example/x' }, 'mailboxHost'],
  ['a port beyond the range', { mailboxPort: '70000' }, 'mailboxPort'],
  ['an unknown encryption', { mailboxEncryption: 'ssl' }, 'mailboxEncryption'],
  ['no user', { mailboxUser: '' }, 'mailboxUser'],
  ['no password', { mailboxPassword: '' }, 'mailboxPassword'],
  ['a password of two lines', { mailboxPassword: 'a\r\nA1 LOGOUT' }, 'mailboxPassword'],
  ['a folder of two lines', { mailboxFolder: 'a\r\nb' }, 'mailboxFolder'],
  ['no address', { mailboxUnsubscribeAddress: 'Stop <stop@shop.example>' }, 'mailboxUnsubscribeAddress'],
  ['one folder for both', { mailboxReadFolder: 'inbox' }, 'mailboxReadFolder'],
  ['other TLS options', { mailboxTlsOptions: { host: '127.0.0.2' } }, 'mailboxTlsOptions'],
];

test('settings that can never work are rejected by field', async ({ call }) => {
  const { _id: id = '' } = await make(call, {});
  for (const [what, given, field] of wrong) {
    const { status, body } = await change(call, id, { ...settings(), ...given });
    expect([status, Object.keys((body as { errors: object }).errors)], what).toEqual([
      422,
      [`configurations.${field}`],
    ]);
  }
  const sendgrid = { providerId: 'sendgrid', sandbox: true, configurations: settings() };
  const { status, text } = await call('POST', '/v1/integrations', { body: sendgrid });
  expect([status, text]).toEqual([422, expect.stringContaining('reads no mailbox for SendGrid')]);
});

test('the test signs in and counts, changes nothing, and is audited', async ({ call, tenant }) => {
  await withServer(async (server) => {
    server.add('Subject: One\r\n\r\n');
    server.add('Subject: Two\r\n\r\n');
    const { _id: id = '' } = await make(call, settings(server.port));
    expect(parsed(TrialResult, await check(call, id))).toMatchObject({
      outcome: 'succeeded',
      message: 'Signed in as bounces. The folder INBOX has 2 emails, 2 of which Belfry has not read yet.',
    });
    expect(server.folders.get('INBOX')?.mails.map(({ flags }) => flags.size)).toEqual([0, 0]);
    await change(call, id, { ...settings(server.port), mailboxPassword: 'wrong' });
    const failed = { outcome: 'failed', message: 'Sign-in refused: Invalid user or password' };
    expect(parsed(TrialResult, await check(call, id))).toMatchObject(failed);
    const { rows } = await database().query(
      `SELECT after FROM audit_log WHERE resource_id = $1 AND action = 'integrations.testMailbox' ORDER BY id`,
      [id],
    );
    expect(rows).toEqual([{ after: { outcome: 'succeeded', message: expect.any(String) } }, { after: failed }]);
    const { call: support } = await signedIn(tenant, 'support');
    expect((await check(support, id)).status).toBe(403);
  });
});

test('an integration without a mailbox has none to test, and a private address is not reached', async ({ call }) => {
  const { _id: id = '' } = await make(call, {});
  const address = async () => parsed(EventAddress, await call('GET', `/v1/integrations/${id}/event-address`));
  expect(await address()).toEqual({ supported: true, exists: false, mailbox: { isSet: false } });
  expect((await check(call, id)).status).toBe(400);
  await change(call, id, { ...settings(), mailboxHost: '127.0.0.2' });
  expect(await address()).toEqual({ supported: true, exists: false, mailbox: { isSet: true } });
  expect(parsed(TrialResult, await check(call, id)).message).toContain('127.0.0.2 is not a public address');
});
