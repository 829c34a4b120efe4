import { expect, test } from 'vitest';
import { listIntegrations, updateIntegration } from '#lib/integrations/service.ts';
import { prisma } from '#lib/postgres/db.ts';
import { certificate } from '#testing/certificate.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { certificateEnd } from './certificate-end.ts';
import { createIntegration } from './service.ts';

ownScratchDatabase();

const { cert, key } = certificate;
const END = '2120-01-01T00:00:00.000Z';

test('the end of a client certificate is read, also in a chain', () => {
  expect(certificateEnd({ cert })?.toISOString()).toBe(END);
  expect(certificateEnd({ cert: [`# own\n${cert}\n${cert}`, cert] })?.toISOString()).toBe(END);
});

test.each([
  ['nothing', undefined],
  ['a mask', {}],
  ['only the certificates that are trusted', { ca: cert }],
  ['a key', { cert: key }],
  ['a broken certificate', { cert: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----' }],
  ['half of one', { cert: cert.slice(0, 200) }],
  ['another type', { cert: 5 }],
  ['a file in PKCS #12', { pfx: 'MAA=' }],
])('%s has no end', (_, tlsOptions) => {
  expect(certificateEnd(tlsOptions)).toBeUndefined();
});

test('an integration has the end of its certificate and the entered day, which are replaced with it', async () => {
  const { ctx } = await sampleEnvironment();
  const account = { host: 'mail.shop.example', port: 587, from: 'a@shop.example', senderName: 'A', password: 'p' };
  const body = { name: 'Mail', providerId: 'nodemailer', channel: 'email', active: true };
  const credentialsEndOn = '2027-03-31';
  const credentials = { ...account, tlsOptions: { cert, key } };
  await createIntegration(ctx, { ...body, credentials, credentialsEndOn } as never);
  const { id } = await prisma().integration.findFirstOrThrow({ where: { environmentId: ctx.environmentId } });
  const shown = async () => {
    const [one] = await listIntegrations(ctx, {});
    return [one?.credentialsEndOn, one?.certificateEndsAt];
  };
  expect(await shown(), 'for callers who see no credentials too').toEqual([credentialsEndOn, END]);
  await updateIntegration(ctx, id, { name: 'Post' } as never);
  expect(await shown(), 'an absent field stays').toEqual([credentialsEndOn, END]);
  await updateIntegration(ctx, id, { credentials: account, credentialsEndOn: null } as never);
  expect(await shown()).toEqual([undefined, undefined]);
});
