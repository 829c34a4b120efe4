import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { CREDENTIAL, verifyPassword } from '#lib/auth/password.ts';
import { requireUser } from '#lib/auth/require-user.ts';
import { type Attempt, limitCode } from '#lib/auth/sign-in-limit.ts';
import { decrypt, sha256Hex } from '#lib/crypto.ts';
import { prisma } from '#lib/postgres/db.ts';
import { isAppCode, matchingStep, normalCode } from './codes.ts';

const WRONG = 'The code is wrong or was used already: enter the next one';

/** An accepted code of the app, or an accepted recovery code. */
export interface AcceptedCode {
  userId: string;
  isRecoveryCode: boolean;
}

/**
 * Checks the second step of a sign-in whose password is correct. Undefined if the account has no second step.
 *
 * @throws ApiError 401 `two_step_code_required` without a code, 401 `two_step_code_rejected` for a wrong or used code,
 * 429 after too many wrong codes.
 */
export async function passSecondStep(from: Attempt, code: string | undefined): Promise<AcceptedCode | undefined> {
  const userId = await userWithTwoStep(from.email);
  if (userId === undefined) return undefined;
  if (code === undefined)
    throw new ApiError('two_step_code_required', 'Enter the code that your authenticator app shows');
  return limitCode(from, () => acceptCode(userId, code));
}

/** Returns the ID of the user with this address. Undefined if there is none, or if the user has no two-step sign-in. */
export async function userWithTwoStep(email: string): Promise<string | undefined> {
  const where = { user: { email: email.toLowerCase() }, confirmedAt: { not: null } };
  const found = await prisma().twoStepSecret.findFirst({ where, select: { userId: true } });
  return found?.userId;
}

/** Whether `password` is the password of the user. */
export async function isPasswordOf(userId: string, password: string): Promise<boolean> {
  const where = { userId, providerId: CREDENTIAL };
  const account = await prisma().account.findFirst({ where, select: { password: true } });
  return account?.password != null && verifyPassword({ hash: account.password, password });
}

/**
 * Accepts a code of the app or a recovery code, and uses it up. Even if several requests contain the same code, the
 * database accepts it only once.
 *
 * @throws ApiError 401 `two_step_code_rejected`. UnreadableError if the key that encrypted the secret is missing.
 */
export async function acceptCode(userId: string, entered: string): Promise<AcceptedCode> {
  const code = normalCode(entered);
  const isRecoveryCode = !isAppCode(code);
  if (await (isRecoveryCode ? acceptRecoveryCode(userId, code) : acceptAppCode(userId, code)))
    return { userId, isRecoveryCode };
  throw new ApiError('two_step_code_rejected', WRONG, { errors: { code: { messages: [WRONG] } } });
}

async function acceptAppCode(userId: string, code: string): Promise<boolean> {
  const confirmed = { userId, confirmedAt: { not: null } };
  const stored = await prisma().twoStepSecret.findFirst({ where: confirmed });
  if (!stored) return false;
  const step = await matchingStep(openSecret(userId, stored.secret), code, new Date());
  if (step === undefined) return false;
  const unused = [{ lastStep: null }, { lastStep: { lt: step } }];
  const where = { ...confirmed, secret: stored.secret, OR: unused };
  const { count } = await prisma().twoStepSecret.updateMany({ where, data: { lastStep: step } });
  return count > 0;
}

async function acceptRecoveryCode(userId: string, code: string): Promise<boolean> {
  const where = { userId, codeHash: recoveryHash(code), usedAt: null };
  const { count } = await prisma().recoveryCode.updateMany({ where, data: { usedAt: new Date() } });
  return count > 0;
}

/** Records that the caller used a recovery code. */
export async function auditRecoveryCode(ctx: Ctx): Promise<void> {
  const { userId, email } = requireUser(ctx);
  const left = await prisma().recoveryCode.count({ where: { userId, usedAt: null } });
  const resource = { resourceType: 'users', resourceId: userId, resourceLabel: email };
  await audit(ctx, { action: 'users.useRecoveryCode', ...resource, after: { left } });
}

/** Returns the hash of a recovery code, as stored. */
export function recoveryHash(code: string): string {
  return sha256Hex(normalCode(code));
}

/**
 * Returns the secret in plain text.
 *
 * @throws UnreadableError if the key that encrypted it is missing.
 */
export function openSecret(userId: string, sealed: string): string {
  return decrypt(sealed, secretOwner(userId));
}

/** Returns the context with which the secret is encrypted. It binds the encrypted secret to its user. */
export function secretOwner(userId: string): string {
  return `users:${userId}:two_step_secret`;
}
