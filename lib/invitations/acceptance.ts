import { ApiError, fieldError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { clientAddress } from '#lib/auth/client-address.ts';
import { CREDENTIAL, hashPassword, verifyPassword } from '#lib/auth/password.ts';
import { assertStrong } from '#lib/auth/password-strength.ts';
import type { Role } from '#lib/auth/permissions.ts';
import { startSession, type WithCookies } from '#lib/auth/sessions.ts';
import { type Attempt, limitSignIn } from '#lib/auth/sign-in-limit.ts';
import { findUsers } from '#lib/auth/users.ts';
import { sha256Hex } from '#lib/crypto.ts';
import { newId } from '#lib/id.ts';
import { lock, prisma, transaction } from '#lib/postgres/db.ts';
import { type AcceptedCode, passSecondStep } from '#lib/two-step/check.ts';
import type { AcceptInvitationBody, InvitationOffer, Joined } from './schema.ts';

/**
 * Returns the offer of an invitation link.
 *
 * @throws ApiError 404 for a link that is unknown, used, revoked or expired. The message names a use or the expiry,
 * because only the invited person has the token. Unknown and revoked links have one message.
 */
export async function getInvitation(token: string): Promise<InvitationOffer> {
  const offer = await findOffer(token);
  return {
    email: offer.email,
    role: offer.role,
    organization: offer.organization,
    ...(offer.invitedBy !== undefined && { invitedBy: offer.invitedBy }),
    expiresAt: offer.expiresAt.toISOString(),
    hasAccount: offer.hash !== null,
  };
}

/**
 * Accepts an invitation: creates the user if needed, adds the membership, and signs in. An existing account keeps its
 * password, which is required, so an invitation never takes over an account.
 *
 * @throws ApiError 404 as `getInvitation`, 422 if the password of the existing account is wrong or a new one is easy to
 * guess, the errors of `passSecondStep` for the code, 409 if the user already is a member, 429 after too many failures.
 */
export async function acceptInvitation(
  token: string,
  body: AcceptInvitationBody,
  request: Request,
  requestId: string,
): Promise<WithCookies<Joined>> {
  const offer = await findOffer(token);
  const address = clientAddress(request.headers);
  const used = offer.hash === null ? undefined : await proveAccount({ ...offer, address, requestId }, body);
  if (offer.hash === null) {
    await assertStrong('password', body.password, { email: offer.email, names: [body.firstName, body.lastName] });
  }
  await transaction(async () => {
    // First, so that only one of several concurrent requests with the same link hashes a password, which is slow.
    const invitation = await useUp(token);
    const userId =
      offer.hash === null
        ? await createUser(offer.email, body, await hashPassword(body.password))
        : await existingUser(offer);
    await addMember(invitation, userId);
    const actor = { type: 'user' as const, userId, email: offer.email, role: invitation.role, sessionId: '' };
    const { organizationId } = invitation;
    await audit(
      { organizationId, environmentId: '', actor, requestId, address },
      {
        action: 'invitations.accept',
        resourceType: 'invitations',
        resourceId: invitation.id,
        resourceLabel: offer.email,
        after: { email: offer.email, role: invitation.role },
      },
    );
  });
  const credentials = { email: offer.email, password: body.password };
  const { body: signedIn, cookies } = await startSession(request, requestId, credentials, used);
  return { body: { user: signedIn.user }, cookies };
}

interface Offer {
  email: string;
  role: Role;
  organization: string;
  invitedBy: string | undefined;
  expiresAt: Date;
  userId: string | undefined;
  /** The password hash of an existing account. */
  hash: string | null;
}

const openBy = (token: string) => ({
  tokenHash: sha256Hex(token),
  acceptedAt: null,
  revokedAt: null,
  expiresAt: { gt: new Date() },
});

async function findOffer(token: string): Promise<Offer> {
  const where = openBy(token);
  const found = await prisma().invitation.findFirst({ where, include: { organization: { select: { name: true } } } });
  if (!found) return whyInvalid(token);
  const { email, role, expiresAt, invitedById } = found;
  const [inviters, user] = await Promise.all([findUsers([invitedById]), findUser(email)]);
  return {
    email,
    role: role as Role,
    organization: found.organization.name,
    invitedBy: inviters.get(invitedById)?.email,
    expiresAt,
    userId: user?.id,
    hash: user?.accounts[0]?.password ?? null,
  };
}

function findUser(email: string) {
  const accounts = { where: { providerId: CREDENTIAL }, select: { password: true } };
  return prisma().user.findFirst({ where: { email }, select: { id: true, accounts } });
}

/** Checks password and code of an existing account, as a sign-in does. */
async function proveAccount(
  from: Attempt & Pick<Offer, 'hash'>,
  { password, code }: AcceptInvitationBody,
): Promise<AcceptedCode | undefined> {
  return limitSignIn(from, async () => {
    await checkPassword(from.hash, password);
    return passSecondStep(from, code);
  });
}

async function checkPassword(hash: string | null, password: string): Promise<void> {
  if (hash !== null && (await verifyPassword({ hash, password }))) return;
  throw fieldError('password', 'An account with this email exists: enter its password');
}

interface UsedInvitation {
  id: string;
  role: Role;
  organizationId: string;
}

/** Marks the invitation as used. The row is locked until the end of the transaction, so a concurrent request finds it used. */
async function useUp(token: string): Promise<UsedInvitation> {
  const data = { acceptedAt: new Date() };
  const [used] = await prisma().invitation.updateManyAndReturn({ where: openBy(token), data });
  if (!used) return invalidLink();
  const { id, role, organizationId } = used;
  return { id, role: role as Role, organizationId };
}

/**
 * Returns the user of an existing account. The account may be deleted after the password check; the link then stays valid.
 * Updating the account locks it until the end of the transaction.
 */
async function existingUser({ userId, hash }: Offer): Promise<string> {
  if (userId === undefined) return invalidLink();
  const where = { userId, providerId: CREDENTIAL, password: hash };
  const { count } = await prisma().account.updateMany({ where, data: { updatedAt: new Date() } });
  return count > 0 ? userId : invalidLink();
}

/** Creates the user. A former member gets a new password and name. No other user can have this address. */
async function createUser(email: string, { firstName, lastName }: AcceptInvitationBody, hash: string): Promise<string> {
  await lock(`users ${email}`);
  const named = { name: `${firstName} ${lastName}`, firstName, lastName };
  const include = { accounts: { select: { id: true } }, members: { select: { id: true } } };
  const earlier = await prisma().user.findFirst({ where: { email }, include });
  if (earlier?.members.length)
    throw new ApiError('conflict', 'This address belongs to a member without a password: request a reset link first');
  if (earlier?.accounts.length) throw new ApiError('conflict', 'This address has an account now: open the link again');
  const { id } = earlier
    ? await prisma().user.update({ where: { id: earlier.id }, data: { ...named, passwordChangedAt: new Date() } })
    : await prisma().user.create({ data: { id: newId(), email, emailVerified: true, ...named } });
  const account = { id: newId(), accountId: id, providerId: CREDENTIAL, userId: id, password: hash };
  await prisma().account.create({ data: account });
  return id;
}

async function addMember({ organizationId, role }: UsedInvitation, userId: string): Promise<void> {
  const data = { id: newId(), organizationId, userId, role };
  const { count } = await prisma().member.createMany({ data, skipDuplicates: true });
  if (count === 0) throw new ApiError('conflict', 'You are already a member: sign in instead');
}

async function whyInvalid(token: string): Promise<never> {
  const closed = await prisma().invitation.findFirst({ where: { tokenHash: sha256Hex(token), revokedAt: null } });
  if (!closed) return invalidLink();
  const message = closed.acceptedAt
    ? `This invitation was used already: sign in as ${closed.email}`
    : 'This invitation has expired: request a new one';
  throw new ApiError('not_found', message);
}

function invalidLink(): never {
  throw new ApiError('not_found', 'This invitation is no longer valid: request a new one');
}
