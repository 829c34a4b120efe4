import { hashPassword } from '#lib/auth/password.ts';
import type { Role } from '#lib/auth/permissions.ts';
import { SignedIn } from '#lib/auth/schema.ts';
import { newId } from '#lib/id.ts';
import { insertRow } from './database.ts';
import { type CallApi, caller, parsed } from './fixtures.ts';
import { ownAddress } from './own-address.ts';
import type { Tenant } from './tenant.ts';

/** A member with an account, signed in. */
export interface Person {
  userId: string;
  memberId: string;
  email: string;
  password: string;
  /** Calls with the session as bearer token. */
  call: CallApi;
  token: string;
}

const PASSWORD = 'correct horse battery';
let passwordHash: Promise<string> | undefined;

/** Creates a member of the tenant's organization and signs them in. */
export async function createPerson({ organizationId }: Tenant, role: Role): Promise<Person> {
  passwordHash ??= hashPassword(PASSWORD);
  const [userId, memberId] = [newId(), newId()];
  const email = `${role}-${userId}@example.com`;
  const names = { name: 'Pat Doe', first_name: 'Pat', last_name: 'Doe' };
  await insertRow('users', { id: userId, email, email_verified: true, ...names });
  const account = { account_id: userId, provider_id: 'credential', user_id: userId, password: await passwordHash };
  await insertRow('accounts', { id: newId(), ...account });
  await insertRow('members', { id: memberId, organization_id: organizationId, user_id: userId, role });
  const token = await signIn(email, PASSWORD);
  return { userId, memberId, email, password: PASSWORD, token, call: caller(`Bearer ${token}`) };
}

/** Returns the bearer token of a new session. */
export async function signIn(email: string, password: string): Promise<string> {
  const headers = ownAddress();
  const answer = await caller(null)('POST', '/auth/sign-in/email', { body: { email, password }, headers });
  return parsed(SignedIn, answer).token ?? '';
}
