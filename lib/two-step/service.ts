import type { Ctx } from '#lib/api/context.ts';
import { ApiError, fieldError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { requireUser } from '#lib/auth/require-user.ts';
import { type Attempt, limitCode, limitSignIn } from '#lib/auth/sign-in-limit.ts';
import { encrypt } from '#lib/crypto.ts';
import { lock, prisma, transaction } from '#lib/postgres/db.ts';
import { acceptCode, auditRecoveryCode, isPasswordOf, openSecret, recoveryHash, secretOwner } from './check.ts';
import { enrolmentUri, matchingStep, newRecoveryCodes, newSecret, normalCode } from './codes.ts';
import type {
  ConfirmTwoStepBody,
  RecoveryCodes,
  StartTwoStepBody,
  TwoStep,
  TwoStepProof,
  TwoStepStarted,
} from './schema.ts';

/** The name under which authenticator apps show the account. */
const ISSUER = 'Belfry';

/** Returns the state of the caller's own two-step sign-in. */
export async function getTwoStep(ctx: Ctx): Promise<TwoStep> {
  const { userId } = requireUser(ctx);
  const [secret, recoveryCodesLeft, requiring] = await Promise.all([
    prisma().twoStepSecret.findFirst({ where: { userId }, select: { confirmedAt: true } }),
    prisma().recoveryCode.count({ where: { userId, usedAt: null } }),
    requiringOrganization(userId),
  ]);
  const enabledAt = secret?.confirmedAt?.toISOString();
  return {
    enabled: enabledAt !== undefined,
    ...(enabledAt !== undefined && { enabledAt }),
    recoveryCodesLeft,
    required: requiring !== undefined,
  };
}

/**
 * Creates the secret for the caller's authenticator app. Replaces an earlier secret that was not confirmed. Sign-in
 * needs no code until the new secret is confirmed.
 *
 * @throws ApiError 409 if two-step sign-in is on, 422 for a wrong password, 429 after too many wrong passwords.
 */
export async function startTwoStep(ctx: Ctx, { password }: StartTwoStepBody): Promise<TwoStepStarted> {
  const { userId, email } = requireUser(ctx);
  await limitSignIn(attemptOf(ctx), () => requirePassword(userId, password));
  const secret = newSecret();
  await transaction(async () => {
    await lockTwoStep(userId);
    if (await prisma().twoStepSecret.findFirst({ where: { userId, confirmedAt: { not: null } } })) alreadyOn();
    await prisma().twoStepSecret.deleteMany({ where: { userId } });
    const sealed = encrypt(secret, secretOwner(userId));
    await prisma().twoStepSecret.create({ data: { userId, secret: sealed, createdAt: new Date() } });
  });
  return { secret, uri: enrolmentUri(secret, { issuer: ISSUER, account: email }) };
}

/**
 * Turns two-step sign-in on, with a first code of the app. The caller's sessions stay open.
 *
 * @returns the recovery codes, which only this response contains.
 * @throws ApiError 409 if two-step sign-in is already on or was not started, 422 for a wrong code.
 */
export async function confirmTwoStep(ctx: Ctx, { code }: ConfirmTwoStepBody): Promise<RecoveryCodes> {
  const { userId } = requireUser(ctx);
  const stored = await prisma().twoStepSecret.findFirst({ where: { userId } });
  if (!stored) throw new ApiError('conflict', 'Start the setup of two-step sign-in first');
  if (stored.confirmedAt !== null) alreadyOn();
  const step = await matchingStep(openSecret(userId, stored.secret), normalCode(code), new Date());
  if (step === undefined) throw fieldError('code', 'The code is wrong: enter the code that the app shows now');
  return transaction(async () => {
    await lockTwoStep(userId);
    const where = { userId, secret: stored.secret, confirmedAt: null };
    const data = { confirmedAt: new Date(), lastStep: step };
    const { count } = await prisma().twoStepSecret.updateMany({ where, data });
    if (count === 0)
      throw new ApiError('conflict', 'The setup has been started again since then: scan the new QR code');
    const recoveryCodes = await storeRecoveryCodes(userId);
    await audit(ctx, auditOf('users.turnOnTwoStep', ctx));
    return { recoveryCodes };
  });
}

/**
 * Replaces the caller's recovery codes.
 *
 * @throws ApiError 409 if two-step sign-in is off, 422 for a wrong password or code, 429 after too many wrong passwords
 * or codes.
 */
export async function replaceRecoveryCodes(ctx: Ctx, proof: TwoStepProof): Promise<RecoveryCodes> {
  const { userId } = requireUser(ctx);
  await requireProof(ctx, proof);
  return transaction(async () => {
    await lockTwoStep(userId);
    await requireOn(userId);
    const recoveryCodes = await storeRecoveryCodes(userId);
    await audit(ctx, auditOf('users.replaceRecoveryCodes', ctx));
    return { recoveryCodes };
  });
}

/**
 * Turns the caller's two-step sign-in off.
 *
 * @throws ApiError as in `replaceRecoveryCodes`, and 409 if an organization of the caller requires it.
 */
export async function turnOffTwoStep(ctx: Ctx, proof: TwoStepProof): Promise<void> {
  const { userId } = requireUser(ctx);
  const requiring = await requiringOrganization(userId);
  if (requiring !== undefined) throw new ApiError('conflict', `${requiring} requires two-step sign-in`);
  await requireProof(ctx, proof);
  await transaction(async () => {
    await lockTwoStep(userId);
    await deleteTwoStep(userId);
    await audit(ctx, auditOf('users.turnOffTwoStep', ctx));
  });
}

/** Removes the secret and the recovery codes of a user. Returns whether two-step sign-in was on. */
export async function deleteTwoStep(userId: string): Promise<boolean> {
  await prisma().recoveryCode.deleteMany({ where: { userId } });
  const confirmed = await prisma().twoStepSecret.deleteMany({ where: { userId, confirmedAt: { not: null } } });
  await prisma().twoStepSecret.deleteMany({ where: { userId } });
  return confirmed.count > 0;
}

async function requireProof(ctx: Ctx, { password, code }: TwoStepProof): Promise<void> {
  const { userId } = requireUser(ctx);
  await requireOn(userId);
  await limitSignIn(attemptOf(ctx), () => requirePassword(userId, password));
  const { isRecoveryCode } = await limitCode(attemptOf(ctx), () => acceptCode(userId, code)).catch(asFieldError);
  if (isRecoveryCode) await auditRecoveryCode(ctx);
}

/** Converts the 401 for a wrong code into a field error, because the dashboard treats a 401 as an ended session. */
function asFieldError(error: unknown): never {
  if (error instanceof ApiError && error.code === 'two_step_code_rejected') throw fieldError('code', error.message);
  throw error;
}

async function requirePassword(userId: string, password: string): Promise<void> {
  if (!(await isPasswordOf(userId, password))) throw fieldError('password', 'The password is wrong');
}

async function requireOn(userId: string): Promise<void> {
  if (await prisma().twoStepSecret.findFirst({ where: { userId, confirmedAt: { not: null } } })) return;
  throw new ApiError('conflict', 'Two-step sign-in is off');
}

function alreadyOn(): never {
  throw new ApiError('conflict', 'Two-step sign-in is already on');
}

/** Replaces all recovery codes of a user, including used ones. */
async function storeRecoveryCodes(userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await prisma().recoveryCode.deleteMany({ where: { userId } });
  await prisma().recoveryCode.createMany({ data: codes.map((code) => ({ userId, codeHash: recoveryHash(code) })) });
  return codes;
}

/** Returns the name of an organization of the user that requires two-step sign-in. */
async function requiringOrganization(userId: string): Promise<string | undefined> {
  const where = { twoStepRequired: true, members: { some: { userId } } };
  return (await prisma().organization.findFirst({ where, select: { name: true } }))?.name;
}

/** Locks a user's two-step sign-in, so that its changes run one after another. */
async function lockTwoStep(userId: string): Promise<void> {
  await lock(`two-step ${userId}`);
}

function auditOf(action: string, ctx: Ctx) {
  const { userId, email } = requireUser(ctx);
  return { action, resourceType: 'users', resourceId: userId, resourceLabel: email };
}

function attemptOf(ctx: Ctx): Attempt {
  return { email: requireUser(ctx).email, address: ctx.address, requestId: ctx.requestId };
}
