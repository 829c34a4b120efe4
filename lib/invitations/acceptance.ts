import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { ApiError, fieldError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { clientAddress } from '#lib/auth/client-address.ts';
import type { Role } from '#lib/auth/permissions.ts';
import type { SignedIn } from '#lib/auth/schema.ts';
import { signIn, type WithCookies } from '#lib/auth/sessions.ts';
import { limitSignIn } from '#lib/auth/sign-in-limit.ts';
import { sha256Hex } from '#lib/crypto.ts';
import { query, transaction } from '#lib/db.ts';
import { newId } from '#lib/id.ts';
import type { AcceptInvitationBody, InvitationOffer } from './schema.ts';

/**
 * What a link offers.
 *
 * @throws ApiError 404 for a link that is unknown, used, revoked or expired, without saying which.
 */
export async function getInvitation(token: string): Promise<InvitationOffer> {
  const offer = await findOffer(token);
  return {
    email: offer.email,
    role: offer.role,
    organization: offer.organization,
    ...(offer.invited_by !== null && { invitedBy: offer.invited_by }),
    expiresAt: offer.expires_at.toISOString(),
    hasAccount: offer.hash !== null,
  };
}

/**
 * Uses a link up: makes the user where there is none, makes them a member, and signs them in. An address that has an
 * account keeps its password and must give it, so that an invitation never takes over an account.
 *
 * @throws ApiError 404 as `getInvitation`, 422 when the password of the existing account is wrong, 409 when they are a
 * member already.
 */
export async function acceptInvitation(
  token: string,
  body: AcceptInvitationBody,
  request: Request,
  requestId: string,
): Promise<WithCookies<SignedIn>> {
  const offer = await findOffer(token);
  const address = clientAddress(request.headers);
  if (offer.hash !== null)
    await limitSignIn({ email: offer.email, address }, () => checkPassword(offer.hash, body.password));
  const hash = offer.hash === null ? await hashPassword(body.password) : null;
  await transaction(async () => {
    const invitation = await useUp(token);
    const userId = hash === null ? await existingUser(offer) : await createUser(offer.email, body, hash);
    await addMember(invitation, userId);
    const actor = { type: 'user' as const, userId, email: offer.email, role: invitation.role, sessionId: '' };
    const { organizationId, environmentId } = invitation;
    await audit(
      { organizationId, environmentId, actor, requestId, address },
      {
        action: 'invitations.accept',
        resourceType: 'invitations',
        resourceId: invitation.id,
        resourceLabel: offer.email,
        after: { email: offer.email, role: invitation.role },
      },
    );
  });
  return signIn(request, requestId, { email: offer.email, password: body.password });
}

interface Offer {
  email: string;
  role: Role;
  organization: string;
  invited_by: string | null;
  expires_at: Date;
  user_id: string | null;
  /** Of the password of an existing account. */
  hash: string | null;
}

const OPEN = 'accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()';

async function findOffer(token: string): Promise<Offer> {
  const [offer] = await query<Offer>(
    'invitations-offer',
    `SELECT i.email, i.role, o.name AS organization, inviter.email AS invited_by, i.expires_at, u.id AS user_id, a.password AS hash
     FROM invitations i
     JOIN organizations o ON o.id = i.organization_id
     LEFT JOIN users inviter ON inviter.id = i.invited_by_id
     LEFT JOIN users u ON u.email = i.email
     LEFT JOIN accounts a ON a.user_id = u.id AND a.provider_id = 'credential'
     WHERE i.token_hash = $1 AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()`,
    [sha256Hex(token)],
  );
  return offer ?? invalidLink();
}

async function checkPassword(hash: string | null, password: string): Promise<void> {
  if (hash !== null && (await verifyPassword({ hash, password }))) return;
  throw fieldError('password', 'This address has an account already; its password is another one.');
}

interface UsedInvitation {
  id: string;
  role: Role;
  organizationId: string;
  environmentId: string;
}

/** The row is locked until the end of the transaction: of two at the same moment one finds it used. */
async function useUp(token: string): Promise<UsedInvitation> {
  const [used] = await query<UsedInvitation>(
    'invitations-use-up',
    `UPDATE invitations i SET accepted_at = now() WHERE token_hash = $1 AND ${OPEN}
     RETURNING id, role, organization_id AS "organizationId",
       (SELECT e.id FROM environments e WHERE e.organization_id = i.organization_id ORDER BY e.position, e.id LIMIT 1) AS "environmentId"`,
    [sha256Hex(token)],
  );
  return used ?? invalidLink();
}

/** The user may have lost the account since the password was checked: then the link stays good for another try. */
async function existingUser({ user_id, hash }: Offer): Promise<string> {
  const [account] = await query<{ user_id: string }>(
    'accounts-still-there',
    `SELECT user_id FROM accounts WHERE user_id = $1 AND provider_id = 'credential' AND password = $2 FOR UPDATE`,
    [user_id, hash],
  );
  return account?.user_id ?? invalidLink();
}

/** A user who was a member once is given a new password and name; nobody else can be in the way. */
async function createUser(email: string, { firstName, lastName }: AcceptInvitationBody, hash: string): Promise<string> {
  const [user] = await query<{ id: string }>(
    'users-create-or-revive',
    `INSERT INTO users AS u (id, name, first_name, last_name, email, email_verified) VALUES ($1, $2, $3, $4, $5, true)
     ON CONFLICT (email) DO UPDATE SET name = $2, first_name = $3, last_name = $4, password_changed_at = now(), updated_at = now()
       WHERE NOT EXISTS (SELECT FROM accounts a WHERE a.user_id = u.id)
     RETURNING id`,
    [newId(), `${firstName} ${lastName}`, firstName, lastName, email],
  );
  if (!user) throw new ApiError('conflict', 'This address has got an account meanwhile. Open the link again.');
  await query(
    'accounts-insert',
    `INSERT INTO accounts (id, account_id, provider_id, user_id, password) VALUES ($1, $2, 'credential', $2, $3)`,
    [newId(), user.id, hash],
  );
  return user.id;
}

async function addMember({ organizationId, role }: UsedInvitation, userId: string): Promise<void> {
  const added = await query(
    'members-insert',
    `INSERT INTO members (id, organization_id, user_id, role) VALUES ($1, $2, $3, $4)
     ON CONFLICT (organization_id, user_id) DO NOTHING RETURNING id`,
    [newId(), organizationId, userId, role],
  );
  if (added.length === 0) throw new ApiError('conflict', 'You are a member already. Sign in instead.');
}

function invalidLink(): never {
  throw new ApiError('not_found', 'This invitation is not valid any more. Ask for a new one.');
}
