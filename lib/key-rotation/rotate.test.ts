import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { decrypt, encrypt } from '#lib/crypto.ts';
import { newId } from '#lib/id.ts';
import { openCredentials, sealCredentials } from '#lib/integrations/credentials.ts';
import { updateIntegration } from '#lib/integrations/service.ts';
import { execute, json, pool, prisma } from '#lib/postgres/db.ts';
import { getSystemReport } from '#lib/system/service.ts';
import { type Sample, sampleEnvironment, sampleIntegrations } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { recordRotation } from './last-rotation.ts';
import { PLACES, type Place } from './places.ts';
import { rotateKeys } from './rotate.ts';
import { rotationText } from './text.ts';

const keyring = vi.hoisted(() => ({ text: '' }));
vi.mock('#lib/env.ts', async (load) => {
  const original = await load<typeof import('#lib/env.ts')>();
  return { ...original, env: () => ({ ...original.env(), ENCRYPTION_KEYS: keyring.text }) };
});

ownScratchDatabase();

const UNREADABLE = 'v1.gone.AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA';

function useKeys(...ids: string[]): void {
  keyring.text = ids.map((id) => `${id}:${createHash('sha256').update(id).digest('base64')}`).join(',');
}

let sample: Sample;
let environmentId: string;

beforeEach(async () => {
  useKeys('k1');
  await execute(`TRUNCATE ${tables().join(', ')}, users, organizations CASCADE`);
  sample = await sampleEnvironment();
  ({ environmentId } = sample.ctx);
});

function tables(): string[] {
  return [...new Set(PLACES.map(({ table }) => table))];
}

/**
 * Writes one row in every place, each with the plain text `secret`. Returns the encryption context of each value by
 * place.
 */
async function fillPlaces(): Promise<void> {
  const at = new Date();
  const id = newId(at);
  const row = { environmentId, id };
  const seal = ({ table, column, values }: Pick<Place, 'table' | 'column' | 'values'>, key: string, shape = 'x') => {
    const [value] = values(shape, { environmentId, key });
    if (!value) throw new Error(`${table}.${column} has no value in ${shape}`);
    return encrypt('secret', value.context);
  };
  const place = (table: string, column?: string) => {
    const found = PLACES.find((each) => each.table === table && (column ?? each.column) === each.column);
    if (!found) throw new Error(table);
    return found;
  };
  const { organizationId } = sample.ctx;
  await sampleIntegrations(sample.ctx, ['chat']);
  const integration = await prisma().integration.findFirstOrThrow({ where: { environmentId } });
  const owner = { environmentId, integrationId: integration.id };
  await prisma().integration.updateMany({
    where: { environmentId },
    data: {
      credentials: json(sealCredentials({ token: 'secret', port: 25 }, owner)),
      configurations: json(sealCredentials({ inboundWebhookSigningKey: 'secret' }, owner)),
    },
  });
  const variables = place('environment_variables');
  const sealedVariable = seal(variables, id, JSON.stringify({ [environmentId]: 'x' }));
  const variable = { organizationId, createdAt: at, updatedAt: at };
  await prisma().environmentVariable.createMany({
    data: [
      { ...variable, id, key: 'token', isSecret: true, values: json({ [environmentId]: sealedVariable }) as never },
      {
        ...variable,
        id: newId(at),
        key: 'plain',
        isSecret: false,
        values: json({ [environmentId]: 'v1.k1.x' }) as never,
      },
    ],
  });
  const signingSecret = seal(place('environments'), environmentId);
  await prisma().environment.updateMany({ where: { id: environmentId }, data: { signingSecret } });
  await prisma().user.create({ data: { id, name: 'Jane', email: 'jane@example.com' } });
  await prisma().twoStepSecret.create({
    data: { userId: id, secret: seal(place('two_step_secrets'), id), createdAt: at },
  });
  await prisma().signInProvider.create({
    data: {
      ...{ id, organizationId, name: 'Corp', issuer: 'https://id.example.com', clientId: 'belfry' },
      ...{ scopes: [], emailDomains: [] },
      ...{
        createsMembers: false,
        defaultRole: 'support',
        ownersAllowed: false,
        active: true,
        createdAt: at,
        updatedAt: at,
      },
      clientSecret: seal(place('sign_in_providers'), id),
    },
  });
  const identifier = 'sign-in-provider:1';
  await prisma().verification.createMany({
    data: [
      { id, identifier, value: seal(place('verifications'), identifier), expiresAt: at },
      { id: newId(at), identifier: 'other', value: 'not encrypted', expiresAt: at },
    ],
  });
  await prisma().alertRule.create({
    data: {
      ...{ ...row, name: 'Late', condition: json({ kind: 'oldest_work' }) as never, integrationId: integration.id },
      ...{ active: true, createdAt: at, updatedAt: at, recipient: seal(place('alert_rules'), id) },
    },
  });
  const identity = seal(place('erasures'), id);
  const times = { createdAt: at, updatedAt: at };
  await prisma().erasure.create({
    data: { ...row, ...times, status: 'running', subject: 's', stage: 'work', identity },
  });
  const erasureSecret = seal(place('erasure_secrets'), environmentId);
  await prisma().erasureSecret.create({ data: { environmentId, secret: erasureSecret } });
  const secret = seal(place('event_addresses'), integration.id);
  await prisma().eventAddress.create({ data: { ...owner, secret } });
  await prisma().subscriber.create({ data: { ...row, subscriberId: 'jane', createdAt: at, updatedAt: at } });
  const webhookUrl = seal(place('subscriber_channels'), id, '{"webhookUrl":"x"}');
  await prisma().subscriberChannel.create({
    data: {
      ...{ ...row, subscriberId: id, integrationId: integration.id, providerId: 'slack', createdAt: at, updatedAt: at },
      credentials: json({ webhookUrl, channel: '#general' }) as never,
    },
  });
  await addMessages(1);
  await prisma().requestLogEntry.create({
    data: {
      ...{ ...row, method: 'POST', path: '/', status: 201, durationMs: 1, requestId: 'r', createdAt: at },
      details: seal(place('request_log'), id),
    },
  });
  const body = Buffer.from(seal(place('idempotency_records'), 'scope'));
  await prisma().idempotencyRecord.create({
    data: { environmentId, scopeHash: 'scope', bodyHash: 'body', status: 201, headers: {}, body },
  });
}

async function addMessages(count: number, more: { directWebhookUrl?: string; text?: string } = {}): Promise<string[]> {
  const at = new Date();
  const { text = 'secret' } = more;
  const data = Array.from({ length: count }, () => {
    const id = newId(at);
    const directWebhookUrl = more.directWebhookUrl ?? encrypt(text, `${environmentId}:${id}:directWebhookUrl`);
    const shared = { environmentId, notificationId: id, subscriberId: id, transactionId: id, channel: 'chat' };
    return { ...shared, id, status: 'sent', directWebhookUrl, createdAt: at, updatedAt: at };
  });
  await prisma().message.createMany({ data });
  return data.map(({ id }) => id);
}

async function urlsOf(ids: readonly string[]): Promise<(string | null)[]> {
  const where = { environmentId, id: { in: [...ids] } };
  const rows = await prisma().message.findMany({ where, orderBy: { id: 'asc' } });
  return rows.map(({ directWebhookUrl }) => directWebhookUrl);
}

test('every place is encrypted again, readable with the new key alone, and nothing else is changed', async () => {
  await fillPlaces();
  useKeys('k2', 'k1');
  const before = await rotateKeys({ places: [] });
  expect(before.left).toEqual([]);
  const done = await rotateKeys();
  expect(done).toMatchObject({ key: 'k2', isComplete: true, unreadableCount: 0, encrypted: PLACES.length });
  expect(done.left.map(({ table, column, key, count }) => `${table}.${column} ${key} ${count}`).sort()).toEqual(
    PLACES.map(({ table, column }) => `${table}.${column} k2 1`).sort(),
  );
  useKeys('k2');
  for (const place of PLACES) {
    const rows = await execute<{ key: string; env: string; stored: string }>(
      `SELECT ${place.key} AS key, ${place.isTenant ? 'environment_id' : "''"} AS env,
         ${place.type === 'bytea' ? `encode(${place.column}, 'escape')` : `${place.column}::text`} AS stored FROM ${place.table} WHERE ${place.column} IS NOT NULL`,
    );
    const values = rows.flatMap(({ key, env, stored }) => place.values(stored, { environmentId: env, key }));
    const ofPlace = values.filter(({ sealed }) => sealed.startsWith('v1.k2.'));
    const texts = ofPlace.map(({ sealed, context }) => decrypt(sealed, context));
    expect([place.table, texts]).toEqual([place.table, [place.table === 'integrations' ? '"secret"' : 'secret']]);
  }
  const { credentials } = await prisma().integration.findFirstOrThrow({ where: { environmentId } });
  expect(credentials).toMatchObject({ port: 25 });
  const plain = await prisma().environmentVariable.findFirstOrThrow({ where: { key: 'plain' } });
  expect(plain.values).toEqual({ [environmentId]: 'v1.k1.x' });
  expect((await rotateKeys()).encrypted).toBe(0);
  expect(rotationText(done, ['k2', 'k1'])).toContain('k1: 0 values');
});

test('a value that cannot be read costs only itself, and is listed with its record', async () => {
  const good = await addMessages(5);
  const [bad = ''] = await addMessages(1, { directWebhookUrl: UNREADABLE });
  const [garbage = ''] = await addMessages(1, { directWebhookUrl: 'hook' });
  const more = await addMessages(5);
  useKeys('k2', 'k1');
  const done = await rotateKeys();
  expect(done).toMatchObject({ isComplete: true, encrypted: 10, unreadableCount: 2 });
  expect(done.unreadable.map(({ key, environmentId: of, why }) => [key, of, why])).toEqual([
    [bad, environmentId, 'ENCRYPTION_KEYS does not contain the key "gone"'],
    [garbage, environmentId, 'Not an encrypted value'],
  ]);
  expect(await urlsOf([bad, garbage])).toEqual([UNREADABLE, 'hook']);
  for (const url of await urlsOf([...good, ...more])) expect(url).toMatch(/^v1\.k2\./);
  const text = rotationText(done, ['k2', 'k1']);
  expect(text).toContain(
    `messages.direct_webhook_url of ${bad} in environment ${environmentId}: ENCRYPTION_KEYS does not`,
  );
  expect(text).toContain('gone: 1 value');
});

test('one unreadable credential of an integration does not keep the others under the old key', async () => {
  await sampleIntegrations(sample.ctx, ['email']);
  const { id } = await prisma().integration.findFirstOrThrow({ where: { environmentId } });
  const owner = { environmentId, integrationId: id };
  const sealed = sealCredentials({ apiKey: 'secret' }, owner);
  const credentials = json({ ...sealed, secretKey: { $sealed: UNREADABLE } });
  await prisma().integration.updateMany({ where: { environmentId }, data: { credentials } });
  useKeys('k2', 'k1');
  expect(await rotateKeys()).toMatchObject({ unreadableCount: 1, unreadable: [{ field: 'secretKey', key: id }] });
  useKeys('k2');
  const stored = (await prisma().integration.findFirstOrThrow({ where: { environmentId } })).credentials as Record<
    string,
    unknown
  >;
  expect(openCredentials({ apiKey: stored.apiKey }, owner)).toEqual({ apiKey: 'secret' });
  expect(stored.secretKey).toEqual({ $sealed: UNREADABLE });
});

test('a credential saved during the rotation is not overwritten by the old value', async () => {
  await sampleIntegrations(sample.ctx, ['email']);
  const { id } = await prisma().integration.findFirstOrThrow({ where: { environmentId } });
  await updateIntegration(sample.ctx, id, { credentials: { apiKey: 'first' } } as never);
  useKeys('k2', 'k1');
  const second = JSON.stringify(sealCredentials({ apiKey: 'second' }, { environmentId, integrationId: id }));
  const [place] = PLACES;
  if (!place) throw new Error('no place');
  // Between the read and the write of the row, another process saves the second credential.
  let saves = 0;
  const raced: Place = {
    ...place,
    values(stored, row) {
      if (saves++ === 0) saveElsewhere(id, second);
      return place.values(stored, row);
    },
  };
  expect(await rotateKeys({ places: [raced] })).toMatchObject({ isComplete: true, encrypted: 0 });
  expect(saves).toBe(1);
  const row = await prisma().integration.findFirstOrThrow({ where: { environmentId } });
  expect(openCredentials(row.credentials as never, { environmentId, integrationId: id })).toMatchObject({
    apiKey: 'second',
  });
});

/** Stores credentials from a child process, and waits until it ends. */
function saveElsewhere(id: string, credentials: string): void {
  const script = `import pg from 'pg';
    const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await client.connect();
    await client.query('UPDATE integrations SET credentials = $1::jsonb WHERE environment_id = $2 AND id = $3', ${JSON.stringify([credentials, environmentId, id])});
    await client.end();`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script]);
}

test('rows that another transaction has locked are not waited for, and follow in a later pass with their newer value', async () => {
  const [locked = '', free = ''] = await addMessages(2);
  useKeys('k2', 'k1');
  const newer = encrypt('newer', `${environmentId}:${locked}:directWebhookUrl`);
  const client = await pool().connect();
  await client.query('BEGIN');
  await client.query('UPDATE messages SET direct_webhook_url = $2 WHERE environment_id = $3 AND id = $1', [
    locked,
    newer,
    environmentId,
  ]);
  const during = await rotateKeys();
  // The other row is encrypted again. Other transactions still see the old value of the locked row.
  expect(during).toMatchObject({ isComplete: false, encrypted: 1 });
  expect((await urlsOf([free]))[0]).toMatch(/^v1\.k2\./);
  await client.query('COMMIT');
  client.release();
  expect(await rotateKeys()).toMatchObject({ isComplete: true, encrypted: 0 });
  expect((await urlsOf([locked]))[0]).toBe(newer);
});

test('a killed rotation continues where it ended', async () => {
  const ids = await addMessages(350);
  useKeys('k2', 'k1');
  let calls = 0;
  const stopped = rotateKeys({
    page: 50,
    onProgress: ({ place }) => {
      if (place.table === 'messages' && ++calls === 3) throw new Error('killed');
    },
  });
  await expect(stopped).rejects.toThrow('killed');
  const half = (await urlsOf(ids)).filter((url) => url?.startsWith('v1.k2.'));
  expect(half).toHaveLength(150);
  expect(await rotateKeys()).toMatchObject({ isComplete: true, encrypted: 200 });
  // The second attempt does not write the values that the first attempt encrypted.
  expect((await urlsOf(ids)).filter((url) => half.includes(url))).toHaveLength(150);
});

test('huge values are read and written in small batches', async () => {
  const text = randomBytes(3_000_000).toString('hex');
  const ids = await addMessages(4, { text });
  const more = await addMessages(30);
  useKeys('k2', 'k1');
  expect(await rotateKeys()).toMatchObject({ isComplete: true, encrypted: 34 });
  useKeys('k2');
  const urls = await urlsOf(ids);
  for (const [at, url] of urls.entries())
    expect(decrypt(url ?? '', `${environmentId}:${ids.toSorted()[at]}:directWebhookUrl`)).toBe(text);
  expect(await urlsOf(more)).toHaveLength(30);
});

test('values written under another key during the rotation are reported', async () => {
  const [id = ''] = await addMessages(1);
  useKeys('k2', 'k1');
  const messages = PLACES.filter(({ table }) => table === 'messages');
  const old = (await urlsOf([id]))[0];
  const done = await rotateKeys({
    places: messages,
    // A process that was not restarted writes a value with the old key.
    onProgress: () =>
      execute('UPDATE messages SET direct_webhook_url = $1 WHERE environment_id = $2 AND id = $3', [
        old,
        environmentId,
        id,
      ]),
  });
  expect(done.isComplete).toBe(false);
  expect(rotationText(done, ['k2', 'k1'])).toContain('restart all processes with k2 as the first key');
});

test('the System page shows the last complete rotation', async () => {
  expect((await getSystemReport()).encryption.rotation).toBeUndefined();
  await recordRotation({ key: 'k2', unreadable: 1 });
  expect((await getSystemReport()).encryption.rotation).toMatchObject({ key: 'k2', unreadable: 1 });
});
