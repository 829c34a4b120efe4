import { randomBytes } from 'node:crypto';
import type { Role } from '#lib/auth/permissions.ts';
import { signSessionToken } from '#lib/auth/session-token.ts';
import { newId } from '#lib/id.ts';
import { insertRow } from './database.ts';
import { type CallApi, caller } from './fixtures.ts';
import type { Tenant } from './tenant.ts';

export interface SessionUser {
  userId: string;
  /** The signed token, for the cookie or after `Bearer `. */
  token: string;
  /** Calls with the bearer token of the user's session. */
  call: CallApi;
}

/**
 * Creates a member of the tenant's organization and signs them in. Without `environment-id`, calls use the
 * organization's first environment.
 */
export async function signedIn({ organizationId }: Tenant, role: Role): Promise<SessionUser> {
  const userId = newId();
  const token = randomBytes(24).toString('hex');
  await insertRow('users', {
    id: userId,
    name: 'Test Person',
    first_name: 'Test',
    last_name: 'Person',
    email: `${userId}@example.com`,
    email_verified: true,
  });
  await insertRow('members', { id: newId(), organization_id: organizationId, user_id: userId, role });
  const expires = new Date(Date.now() + 3_600_000);
  await insertRow('sessions', { id: newId(), user_id: userId, token, expires_at: expires });
  const signed = signSessionToken(token);
  return { userId, token: signed, call: caller(`Bearer ${signed}`) };
}
