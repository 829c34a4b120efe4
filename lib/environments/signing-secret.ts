import { randomBytes } from 'node:crypto';
import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { decryptCached, encrypt, UnreadableError } from '#lib/crypto.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { CANNOT_BE_READ } from '#lib/unreadable.ts';
import type { SigningSecret } from './schema.ts';

/**
 * Returns the secret that signs the requests of this environment. The secret is created on first use.
 *
 * @throws UnreadableError if the secret cannot be decrypted. Users can then replace the secret.
 */
export async function signingSecret(environmentId: string): Promise<string> {
  const stored = (await storedSecret(environmentId)) ?? (await firstSecret(environmentId));
  return decryptCached(stored, signingSecretContext(environmentId));
}

/**
 * Returns the secret of the caller's environment, and records the access in the audit log.
 *
 * @throws ApiError `unprocessable` if the secret cannot be decrypted.
 */
export async function showSigningSecret(ctx: Ctx): Promise<SigningSecret> {
  const id = ctx.environmentId;
  const secret = await signingSecret(id).catch((error: unknown) => {
    if (error instanceof UnreadableError) throw new ApiError('unprocessable', UNREADABLE);
    throw error;
  });
  const { name } = await prisma().environment.findFirstOrThrow({ where: { id }, select: { name: true } });
  await audit(ctx, auditOf('environments.revealSigningSecret', id, name));
  return { secret };
}

const UNREADABLE = `The signing secret ${CANNOT_BE_READ}: its key is not among ENCRYPTION_KEYS. Add the key, or replace the secret.`;

/** Replaces the secret. The next request is signed with the new one. */
export async function renewSigningSecret(ctx: Ctx): Promise<SigningSecret> {
  const id = ctx.environmentId;
  const secret = newSecret();
  await transaction(async () => {
    const data = { signingSecret: sealSigningSecret(id, secret) };
    const { name } = await prisma().environment.update({ where: { id }, data, select: { name: true } });
    await audit(ctx, auditOf('environments.renewSigningSecret', id, name));
  });
  return { secret };
}

/** Encrypts the secret for the database. */
export function sealSigningSecret(environmentId: string, secret: string): string {
  return encrypt(secret, signingSecretContext(environmentId));
}

function auditOf(action: string, resourceId: string, resourceLabel: string) {
  return { action, resourceType: 'environments', resourceId, resourceLabel };
}

function newSecret(): string {
  return randomBytes(32).toString('hex');
}

async function storedSecret(id: string): Promise<string | undefined> {
  const row = await prisma().environment.findFirst({ where: { id }, select: { signingSecret: true } });
  return row?.signingSecret ?? undefined;
}

/** Creates the first secret. If several processes do this at the same time, all of them return the same secret. */
async function firstSecret(id: string): Promise<string> {
  const signingSecret = sealSigningSecret(id, newSecret());
  await prisma().environment.updateMany({ where: { id, signingSecret: null }, data: { signingSecret } });
  const stored = await storedSecret(id);
  if (stored === undefined) throw new Error(`The environment ${id} was deleted`);
  return stored;
}

/** Returns the context with which the secret is encrypted. It binds the encrypted secret to its environment. */
export function signingSecretContext(environmentId: string): string {
  return `environments:${environmentId}:signing_secret`;
}
