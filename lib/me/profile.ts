import type { Ctx } from '#lib/api/context.ts';
import { ApiError, fieldError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { requireUser } from '#lib/auth/require-user.ts';
import { limitSignIn } from '#lib/auth/sign-in-limit.ts';
import { lock, prisma, transaction } from '#lib/postgres/db.ts';
import { isUniqueViolation } from '#lib/postgres/db-error.ts';
import { isPasswordOf } from '#lib/two-step/check.ts';
import type { Me, UpdateMeBody } from './schema.ts';
import { getMe } from './service.ts';

/**
 * Changes the name and the email address of the caller. The next sign-in uses the new address.
 *
 * @throws ApiError 422 for a wrong password or an address of another account, 429 after too many wrong passwords, 409
 * if an organization of the caller has a sign-in provider: it recognises people by their address.
 */
export async function updateMe(ctx: Ctx, { name, email, currentPassword }: UpdateMeBody): Promise<Me> {
  const caller = requireUser(ctx);
  const { userId } = caller;
  const isNewAddress = email !== undefined && email !== caller.email;
  if (isNewAddress) await requireOwnAddress(ctx, currentPassword);
  await transaction(async () => {
    // A sign-in through a provider takes this lock before it creates the account of an address.
    if (isNewAddress) await lock(`users ${email}`);
    const { name: oldName, email: oldEmail } = await prisma().user.findFirstOrThrow({ where: { id: userId } });
    const before = { name: oldName, email: oldEmail };
    const after = { name: name ?? oldName, email: email ?? oldEmail };
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    if (isNewAddress) await requireFree(email);
    const data = { ...after, ...(isNewAddress && { emailVerified: false }) };
    await prisma()
      .user.update({ where: { id: userId }, data })
      .catch(taken);
    const resource = { resourceType: 'users', resourceId: userId, resourceLabel: after.email };
    await audit(ctx, { action: 'users.update', ...resource, before, after });
  });
  return getMe({ ...ctx, actor: { ...caller, email: email ?? caller.email } });
}

async function requireOwnAddress(ctx: Ctx, password = ''): Promise<void> {
  const { userId, email } = requireUser(ctx);
  const members = await prisma().member.findMany({ where: { userId }, select: { organizationId: true } });
  const organizationId = { in: members.map((member) => member.organizationId) };
  if ((await prisma().signInProvider.count({ where: { organizationId } })) > 0)
    throw new ApiError(
      'conflict',
      'Cannot change the email address: the sign-in provider of your organization recognises you by it',
    );
  await limitSignIn({ email, address: ctx.address, requestId: ctx.requestId }, async () => {
    if (await isPasswordOf(userId, password)) return;
    throw fieldError('currentPassword', password === '' ? 'Enter your current password' : 'The password is wrong');
  });
}

async function requireFree(email: string): Promise<void> {
  if ((await prisma().user.count({ where: { email } })) > 0) throw addressTaken();
}

function taken(error: unknown): never {
  throw isUniqueViolation(error) ? addressTaken() : error;
}

function addressTaken(): ApiError {
  return fieldError('email', 'Another account has this address');
}
