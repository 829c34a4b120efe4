import type { Ctx } from '#lib/api/context.ts';
import { ApiError, fieldError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { can, whyNot } from '#lib/auth/permissions.ts';
import { encrypt } from '#lib/crypto.ts';
import { newId } from '#lib/id.ts';
import { BlockedError, OutboundError } from '#lib/outbound/outbound.ts';
import { lock, prisma, transaction } from '#lib/postgres/db.ts';
import { Prisma, type SignInProvider as SignInProviderRow } from '#prisma/generated/client.ts';
import { linkProvider } from './links.ts';
import { discover, type OidcClient } from './oidc.ts';
import { redirectUrl } from './redirect-url.ts';
import type {
  CreateSignInProviderBody,
  SignInChoice,
  SignInProvider,
  SignInProviderList,
  UpdateSignInProviderBody,
} from './schema.ts';
import { openClientSecret, secretOwner } from './secret.ts';

/** Maximum providers of an organization, because the sign-in page shows all of them. */
const MAX_PROVIDERS = 10;

/** Lists the providers of the organization, sorted by name. */
export async function listSignInProviders(ctx: Ctx, headers: Headers): Promise<SignInProviderList> {
  const { organizationId } = ctx;
  const orderBy = [{ name: 'asc' as const }, { id: 'asc' as const }];
  const rows = await prisma().signInProvider.findMany({ where: { organizationId }, orderBy });
  const data = await Promise.all(rows.map(toWire));
  return { data, redirectUrl: redirectUrl(headers) };
}

/** Lists the active providers of all organizations, for the sign-in page. */
export async function listSignInChoices(): Promise<SignInChoice[]> {
  const select = { id: true, name: true };
  const rows = await prisma().signInProvider.findMany({ where: { active: true }, orderBy: { name: 'asc' }, select });
  return rows.map(({ id, name }) => ({ _id: id, name }));
}

/**
 * Creates a provider.
 *
 * @throws ApiError 400 if the organization has the maximum of providers, 403 if a caller who is not an owner allows
 * owners, 409 for a name in use, 422 for an active provider that does not respond.
 */
export async function createSignInProvider(ctx: Ctx, body: CreateSignInProviderBody): Promise<SignInProvider> {
  const { organizationId } = ctx;
  const { clientSecret, ...rest } = body;
  if (body.ownersAllowed) requireOwner(ctx);
  requireDomains(body);
  if (body.active) await requireDiscovery(body);
  return transaction(async () => {
    await lockProviders(organizationId);
    if ((await prisma().signInProvider.count({ where: { organizationId } })) >= MAX_PROVIDERS)
      throw new ApiError(
        'bad_request',
        `Too many sign-in providers: delete one of the ${MAX_PROVIDERS} providers first`,
      );
    await requireFreeName(organizationId, body.name);
    const at = new Date();
    const id = newId(at);
    const sealed = encrypt(clientSecret, secretOwner(id));
    const data = { id, organizationId, ...rest, clientSecret: sealed, createdAt: at, updatedAt: at };
    const row = await prisma().signInProvider.create({ data });
    await audit(ctx, { ...auditOf('create', row), after: auditedFields(row) });
    return toWire(row);
  });
}

/**
 * Changes a provider. Turning it off ends its sessions. A change of the issuer or client ID also ends its sessions, and
 * removes its links to users, because the same subject may then be another person.
 *
 * @throws ApiError 404. As in `createSignInProvider`. 409 if the organization requires a provider and this is the last
 * active one. 422 for a changed issuer without the client secret.
 */
export async function updateSignInProvider(
  ctx: Ctx,
  id: string,
  body: UpdateSignInProviderBody,
): Promise<SignInProvider> {
  const found = await requireProvider(ctx, id);
  const { clientSecret, ...given } = body;
  const isMoved = body.issuer !== undefined && body.issuer !== found.issuer;
  if (isMoved && clientSecret === undefined)
    throw fieldError('clientSecret', 'Enter the client secret of the new issuer');
  const next = { ...found, ...defined(given) };
  requireDomains(next);
  if (next.active && (isMoved || !found.active))
    await requireDiscovery({ ...next, clientSecret: clientSecret ?? openClientSecret(found) });
  return transaction(async () => {
    await lockProviders(ctx.organizationId);
    const before = await requireProvider(ctx, id);
    const data = { ...defined(given), ...changesByAdmin(ctx, before, { isMoved, ...given }) };
    const isRelinked = isMoved || (given.clientId !== undefined && given.clientId !== before.clientId);
    if (before.active && given.active === false) await requireAnother(ctx.organizationId, id);
    if (given.name !== undefined) await requireFreeName(ctx.organizationId, given.name, id);
    const sealed = clientSecret === undefined ? Prisma.skip : encrypt(clientSecret, secretOwner(id));
    const after = await prisma().signInProvider.update({
      where: { id },
      data: { ...data, clientSecret: sealed, updatedAt: new Date() },
    });
    if (isRelinked) await prisma().account.deleteMany({ where: { providerId: linkProvider(id) } });
    if (isRelinked || !after.active) await prisma().session.deleteMany({ where: { signInProviderId: id } });
    const secretChange = clientSecret === undefined ? {} : { clientSecret: 'changed' };
    await audit(ctx, {
      ...auditOf('update', before),
      before: auditedFields(before),
      after: { ...auditedFields(after), ...secretChange },
    });
    return toWire(after);
  });
}

/**
 * Deletes a provider with its links and sessions.
 *
 * @throws ApiError 404 for an unknown provider. 409 as in `updateSignInProvider`.
 */
export async function deleteSignInProvider(ctx: Ctx, id: string): Promise<void> {
  await transaction(async () => {
    await lockProviders(ctx.organizationId);
    const before = await requireProvider(ctx, id);
    if (before.active) await requireAnother(ctx.organizationId, id);
    await prisma().account.deleteMany({ where: { providerId: linkProvider(id) } });
    await prisma().signInProvider.delete({ where: { id } });
    await audit(ctx, { ...auditOf('delete', before), before: auditedFields(before) });
  });
}

/**
 * Locks an organization's providers, so that changes of them, and of whether one is required, run one after another.
 */
export async function lockProviders(organizationId: string): Promise<void> {
  await lock(`sign-in-providers ${organizationId}`);
}

/**
 * Returns the further changes that a change by an admin causes. An admin who controls the issuer could sign in as any
 * owner, so a change of the issuer withdraws the permission that an owner gave.
 */
function changesByAdmin(
  ctx: Ctx,
  before: SignInProviderRow,
  given: { isMoved: boolean; ownersAllowed?: boolean | undefined },
) {
  if (given.ownersAllowed && !before.ownersAllowed) requireOwner(ctx);
  const isOwner = ctx.actor.type === 'user' && ctx.actor.role === 'owner';
  return given.isMoved && !isOwner ? { ownersAllowed: false } : {};
}

function requireOwner({ actor }: Ctx): void {
  if (actor.type !== 'user' || can(actor.role, 'members:owners')) return;
  throw new ApiError('forbidden', whyNot(actor.role, 'members:owners') ?? 'Forbidden');
}

/**
 * @throws ApiError 422 if the provider creates members and allows every domain, because everyone with an account at the
 * provider could become a member.
 */
function requireDomains({ createsMembers, emailDomains }: { createsMembers: boolean; emailDomains: string[] }): void {
  if (!createsMembers || emailDomains.length > 0) return;
  throw fieldError('emailDomains', 'Enter the email domains whose users become members');
}

async function requireDiscovery(oidc: OidcClient): Promise<void> {
  try {
    await discover(oidc);
  } catch (error) {
    throw fieldError('issuer', `The provider’s configuration could not be read: ${reasonOf(error)}`);
  }
}

/** Returns the innermost cause of an error, such as the reason of the outbound guard. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isOuter = !(error instanceof BlockedError || error instanceof OutboundError) && error.cause instanceof Error;
  return isOuter ? reasonOf(error.cause) : error.message;
}

async function requireFreeName(organizationId: string, name: string, ownId?: string): Promise<void> {
  const where = {
    organizationId,
    name: { equals: name, mode: 'insensitive' as const },
    id: ownId === undefined ? Prisma.skip : { not: ownId },
  };
  if (await prisma().signInProvider.findFirst({ where, select: { id: true } }))
    throw fieldError('name', 'Another sign-in provider has this name');
}

async function requireAnother(organizationId: string, id: string): Promise<void> {
  const where = { id: organizationId, signInProviderRequired: true };
  if (!(await prisma().organization.findFirst({ where }))) return;
  if (await prisma().signInProvider.findFirst({ where: { organizationId, active: true, id: { not: id } } })) return;
  throw new ApiError(
    'conflict',
    'Your organization requires sign-in through a provider, and no other provider is active',
  );
}

async function requireProvider({ organizationId }: Ctx, id: string): Promise<SignInProviderRow> {
  const row = await prisma().signInProvider.findFirst({ where: { id, organizationId } });
  if (!row) throw new ApiError('not_found', `Sign-in provider with id ${id} not found`);
  return row;
}

function auditOf(verb: string, { id, name }: SignInProviderRow) {
  const resource = { resourceType: 'sign-in-providers', resourceId: id, resourceLabel: name };
  return { action: `sign-in-providers.${verb}`, ...resource };
}

function auditedFields(row: SignInProviderRow) {
  const { id: _, organizationId: __, clientSecret: ___, lastUsedAt: ____, createdAt, updatedAt, ...fields } = row;
  return fields;
}

async function toWire(row: SignInProviderRow): Promise<SignInProvider> {
  const { id, organizationId, clientSecret: _, lastUsedAt, createdAt, updatedAt, defaultRole, ...fields } = row;
  const where = { providerId: linkProvider(id), user: { members: { some: { organizationId } } } };
  return {
    _id: id,
    ...fields,
    defaultRole: defaultRole as SignInProvider['defaultRole'],
    members: await prisma().account.count({ where }),
    ...(lastUsedAt !== null && { lastUsedAt: lastUsedAt.toISOString() }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function defined<T extends object>(given: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}
