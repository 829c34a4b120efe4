import { beforeEach, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { CREDENTIAL, hashPassword } from '#lib/auth/password.ts';
import { newId } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { updateMe } from './profile.ts';

ownScratchDatabase();

const PASSWORD = 'a long enough one';

let ctx: Ctx;
let userId: string;
let email: string;

beforeEach(async () => {
  userId = newId();
  email = `${userId}@shop.example`;
  const sample = await sampleEnvironment();
  await prisma().user.create({ data: { id: userId, email, name: 'Pat' } });
  const account = { id: newId(), userId, accountId: userId, providerId: CREDENTIAL };
  await prisma().account.create({ data: { ...account, password: await hashPassword(PASSWORD) } });
  await prisma().member.create({
    data: { id: newId(), organizationId: sample.ctx.organizationId, userId, role: 'support' },
  });
  const actor = { type: 'user', userId, email, role: 'support', sessionId: 's' } as const;
  ctx = { ...sample.ctx, actor, address: '192.0.2.1' };
});

const stored = () => prisma().user.findFirstOrThrow({ where: { id: userId }, select: { name: true, email: true } });

test('a name changes without the password, and the change is audited', async () => {
  const me = await updateMe(ctx, { name: 'Patricia' });
  expect(me.actor).toEqual({ type: 'user', _id: userId, email, name: 'Patricia' });
  expect(await stored()).toEqual({ name: 'Patricia', email });
  await updateMe(ctx, { name: 'Patricia', email });
  const entries = await prisma().auditEntry.findMany({ where: { action: 'users.update', resourceId: userId } });
  expect(entries.map(({ before, after }) => [before, after])).toEqual([
    [
      { name: 'Pat', email },
      { name: 'Patricia', email },
    ],
  ]);
});

test('a new address needs the password', async () => {
  const next = `new-${email}`;
  for (const currentPassword of [undefined, 'wrong'])
    await expect(updateMe(ctx, { email: next, currentPassword })).rejects.toMatchObject({
      code: 'unprocessable',
      errors: { currentPassword: expect.anything() },
    });
  expect(await stored()).toEqual({ name: 'Pat', email });
  const me = await updateMe(ctx, { email: next, currentPassword: PASSWORD });
  expect(me.actor).toMatchObject({ email: next });
  expect(await stored()).toEqual({ name: 'Pat', email: next });
});

test('the address of another account is rejected', async () => {
  const other = `other-${email}`;
  await prisma().user.create({ data: { id: newId(), email: other, name: 'Kim' } });
  await expect(updateMe(ctx, { email: other, currentPassword: PASSWORD })).rejects.toMatchObject({
    errors: { email: { messages: ['Another account has this address'] } },
  });
});

test('with a sign-in provider, which recognises people by their address, the address stays', async () => {
  const { organizationId } = ctx;
  await prisma().signInProvider.create({
    data: {
      ...{ id: newId(), organizationId, name: 'Okta', issuer: 'https://okta.example', clientId: 'c' },
      ...{
        clientSecret: 's',
        scopes: ['openid', 'email'],
        emailDomains: [],
        active: true,
        createsMembers: false,
        defaultRole: 'support',
        ownersAllowed: false,
      },
      ...{ createdAt: new Date(), updatedAt: new Date() },
    },
  });
  await expect(updateMe(ctx, { email: `new-${email}`, currentPassword: PASSWORD })).rejects.toMatchObject({
    code: 'conflict',
  });
  expect((await updateMe(ctx, { name: 'Patricia' })).actor).toMatchObject({ name: 'Patricia' });
});
