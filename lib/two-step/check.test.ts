import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '#lib/api/errors.ts';
import { encrypt } from '#lib/crypto.ts';
import { newId } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { acceptCode, recoveryHash, secretOwner } from './check.ts';
import { codeOf, newRecoveryCodes, newSecret } from './codes.ts';

ownScratchDatabase();

let userId: string;
let secret: string;

beforeEach(async () => {
  userId = newId();
  secret = newSecret();
  await prisma().user.create({ data: { id: userId, email: `${userId}@example.com`, name: 'Pat' } });
  await store(secret);
});

async function store(plain: string, owner = userId): Promise<void> {
  await prisma().twoStepSecret.deleteMany({ where: { userId } });
  const row = { userId, secret: encrypt(plain, secretOwner(owner)), createdAt: new Date(), confirmedAt: new Date() };
  await prisma().twoStepSecret.create({ data: row });
}

const currentStep = () => Math.floor(Date.now() / 30_000);
const lastStep = async () => (await prisma().twoStepSecret.findFirst({ where: { userId } }))?.lastStep;

/** Uses one code `count` times at the same moment. Returns how many of the uses were accepted. */
async function accepted(code: string, count = 20): Promise<number> {
  const uses = await Promise.all(
    Array.from({ length: count }, () =>
      acceptCode(userId, code).then(
        () => 'accepted',
        (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
      ),
    ),
  );
  expect(uses.filter((use) => use !== 'accepted' && use !== 'two_step_code_rejected')).toEqual([]);
  return uses.filter((use) => use === 'accepted').length;
}

test('one of twenty simultaneous uses of a code is accepted', async () => {
  const step = currentStep();
  expect(await accepted(await codeOf(secret, step))).toBe(1);
  expect(await accepted(await codeOf(secret, step), 1), 'later').toBe(0);
  expect(await lastStep()).toBe(step);
});

test('an earlier unused code is rejected after a later one', async () => {
  const step = currentStep();
  expect(await accepted(await codeOf(secret, step), 1)).toBe(1);
  expect(await accepted(await codeOf(secret, step - 1), 1)).toBe(0);
});

test('one of twenty simultaneous uses of a recovery code is accepted', async () => {
  const [code = '', other = ''] = newRecoveryCodes();
  await prisma().recoveryCode.createMany({
    data: [code, other].map((each) => ({ userId, codeHash: recoveryHash(each) })),
  });
  expect(await accepted(code)).toBe(1);
  expect(await accepted(code, 1), 'later').toBe(0);
  expect(await accepted(other.toUpperCase().replaceAll('-', ' '), 1), 'another one, typed freely').toBe(1);
  expect(await lastStep(), 'the codes of the app are not affected').toBeNull();
});

test('a recovery code of another user and an unconfirmed secret are not accepted', async () => {
  const [code = ''] = newRecoveryCodes();
  const stranger = newId();
  await prisma().user.create({ data: { id: stranger, email: `${stranger}@example.com`, name: 'Kim' } });
  await prisma().recoveryCode.create({ data: { userId: stranger, codeHash: recoveryHash(code) } });
  expect(await accepted(code, 1)).toBe(0);
  await prisma().twoStepSecret.updateMany({ where: { userId }, data: { confirmedAt: null } });
  expect(await accepted(await codeOf(secret, currentStep()), 1)).toBe(0);
});

test('a secret moved from another user cannot be decrypted', async () => {
  await store(secret, newId());
  await expect(acceptCode(userId, await codeOf(secret, currentStep()))).rejects.toThrow('belongs elsewhere');
});
