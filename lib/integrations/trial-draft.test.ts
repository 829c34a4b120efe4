import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { newId } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { CREDENTIAL_MASK } from './credentials.ts';
import { createIntegration } from './service.ts';
import { testDraft } from './trial.ts';

ownScratchDatabase();

/** The discard port of this machine. The address is private, so nothing ever connects. */
const smtp = { host: '127.0.0.2', port: '9', from: 'a@shop.example', senderName: 'Shop', password: 'smtp-secret-1' };

async function sample() {
  const { ctx } = await sampleEnvironment();
  const { environmentId } = ctx;
  await createIntegration(ctx, {
    name: 'Own',
    identifier: 'own',
    providerId: 'nodemailer',
    credentials: smtp,
  } as never);
  const { id } = await prisma().integration.findFirstOrThrow({ where: { environmentId, identifier: 'own' } });
  const admin: Ctx = { ...ctx, actor: { type: 'user', userId: newId(), email: 'a@b.example', role: 'admin' } as never };
  const apiKey: Ctx = { ...ctx, actor: { type: 'apiKey', apiKeyId: newId() } as never };
  return { admin, apiKey, id };
}

test('credentials are tested before they are saved, through the guard, and nothing is stored', async () => {
  const { admin } = await sample();
  const { environmentId } = admin;
  const before = await prisma().integration.count({ where: { environmentId } });
  expect(await testDraft(admin, { providerId: 'nodemailer', credentials: smtp })).toMatchObject({
    outcome: 'failed',
    kind: 'blocked',
    message: '127.0.0.2 is not a public address. To allow it, start Belfry with OUTBOUND_ALLOW=127.0.0.2.',
  });
  expect(await prisma().integration.count({ where: { environmentId } })).toBe(before);
  expect(await prisma().integrationTest.count({ where: { environmentId } })).toBe(0);
  const where = { environmentId, action: 'integrations.testConnection' };
  const entry = await prisma().auditEntry.findFirstOrThrow({ where });
  expect(entry.resourceLabel).toBe('Custom SMTP (not saved)');
  expect(JSON.stringify(entry)).not.toContain('smtp-secret-1');
});

test('a mask means the stored secret only for a caller who may see it, and of the same provider', async () => {
  const { admin, apiKey, id } = await sample();
  const masked = { providerId: 'nodemailer', credentials: { ...smtp, password: CREDENTIAL_MASK }, integrationId: id };
  expect(await testDraft(admin, masked)).toMatchObject({ outcome: 'failed', kind: 'blocked' });
  const refused = { code: 'unprocessable', errors: { 'credentials.password': expect.anything() } };
  await expect(testDraft(apiKey, masked)).rejects.toMatchObject(refused);
  const { integrationId: _, ...unknown } = masked;
  await expect(testDraft(admin, unknown)).rejects.toMatchObject(refused);
  await expect(testDraft(admin, { ...masked, integrationId: newId() })).rejects.toMatchObject({ code: 'not_found' });
  const other = { ...masked, providerId: 'email-webhook', credentials: { webhookUrl: CREDENTIAL_MASK } };
  await expect(testDraft(admin, other)).rejects.toMatchObject({ code: 'unprocessable' });
});

test.each([
  ['an unknown provider', { providerId: 'nothing', credentials: {} }, 'unprocessable'],
  ['a malformed host', { providerId: 'nodemailer', credentials: { ...smtp, host: 'http://x y' } }, 'unprocessable'],
  ['in-app', { providerId: 'svc', credentials: {} }, 'bad_request'],
  ['an agent', { providerId: 'anthropic', credentials: {} }, 'bad_request'],
])('the test of unsaved credentials rejects %s', async (_, body, code) => {
  const { admin } = await sample();
  await expect(testDraft(admin, body)).rejects.toMatchObject({ code });
});
