import { newId } from '#lib/id.ts';
import { lock, prisma } from '#lib/postgres/db.ts';
import type { SignInProvider } from '#prisma/generated/client.ts';
import type { Identity } from './oidc.ts';
import { SignInRejection } from './problems.ts';

/** Returns the provider ID in the rows (accounts) that link users to identities of a sign-in provider. */
export function linkProvider(id: string): string {
  return `oidc:${id}`;
}

/** The member to whom an identity belongs. */
export interface Linked {
  userId: string;
  email: string;
  role: string;
  /** Whether this sign-in created the member. */
  isNew: boolean;
}

/**
 * Returns the member to whom an identity belongs. At the first sign-in, links the identity to the member with its
 * verified address, or to a new member if the provider creates members. Must run in a transaction.
 *
 * @throws SignInRejection if the identity may not sign in, for example because the user belongs to another
 * organization.
 */
export async function linkIdentity(provider: SignInProvider, identity: Identity): Promise<Linked> {
  const { id, organizationId } = provider;
  const link = { providerId: linkProvider(id), accountId: identity.subject };
  await lock(`oidc ${link.providerId} ${link.accountId}`);
  requireDomain(provider, identity);
  const known = await prisma().account.findFirst({ where: link, select: { userId: true } });
  const user = known ? await findUser({ id: known.userId }) : await findByAddress(identity);
  const member = user?.members.find((each) => each.organizationId === organizationId);
  if (user && member) {
    if (member.role === 'owner' && !provider.ownersAllowed) throw new SignInRejection('owner');
    if (!known) await addLink(link, user.id);
    return { userId: user.id, email: user.email, role: member.role, isNew: false };
  }
  if (user?.members.length) throw new SignInRejection('other_organization');
  if (!provider.createsMembers) throw new SignInRejection('not_member');
  const joined = user ?? (await createUser(identity));
  const role = provider.defaultRole;
  await prisma().member.create({ data: { id: newId(), organizationId, userId: joined.id, role } });
  if (!known) await addLink(link, joined.id);
  return { userId: joined.id, email: joined.email, role, isNew: true };
}

/** @throws SignInRejection for an address that the provider did not verify, or whose domain is not allowed. */
function requireDomain({ emailDomains }: SignInProvider, identity: Identity): void {
  const domain = verifiedAddress(identity).split('@').at(-1) ?? '';
  if (emailDomains.length > 0 && !emailDomains.includes(domain)) throw new SignInRejection('domain');
}

/** @throws SignInRejection without a verified address. */
function verifiedAddress({ email, isEmailVerified }: Identity): string {
  if (email === undefined || !isEmailVerified) throw new SignInRejection('unverified');
  return email;
}

async function findByAddress(identity: Identity) {
  const email = verifiedAddress(identity);
  await lock(`users ${email}`);
  return findUser({ email });
}

function findUser(where: { id: string } | { email: string }) {
  const members = { select: { organizationId: true, role: true } };
  return prisma().user.findFirst({ where, select: { id: true, email: true, members } });
}

/**
 * @throws SignInRejection if the user is already linked to another identity of the provider. The provider has then
 * given the address to another person.
 */
async function addLink(link: { providerId: string; accountId: string }, userId: string): Promise<void> {
  if (await prisma().account.findFirst({ where: { providerId: link.providerId, userId } }))
    throw new SignInRejection('other_identity');
  await prisma().account.create({ data: { id: newId(), ...link, userId } });
}

async function createUser(identity: Identity): Promise<{ id: string; email: string }> {
  const email = verifiedAddress(identity);
  const { firstName = null, lastName = null } = identity;
  const full = [firstName, lastName].filter(Boolean).join(' ');
  const name = identity.name ?? (full || (email.split('@')[0] ?? email));
  return prisma().user.create({ data: { id: newId(), email, emailVerified: true, name, firstName, lastName } });
}
