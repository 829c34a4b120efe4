import type { Ctx } from '#lib/api/context.ts';
import { ApiError, fieldError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { env } from '#lib/env.ts';
import { lock, prisma, transaction } from '#lib/postgres/db.ts';
import { isUniqueViolation } from '#lib/postgres/db-error.ts';
import { isOneAddress } from '#lib/providers/mailbox.ts';
import { slugify } from '#lib/text/slug.ts';
import type { Environment as EnvironmentRow } from '#prisma/generated/client.ts';
import { defaultColor, nearestColor } from './colors.ts';
import { insertEnvironment } from './insert.ts';
import { inOrder } from './order.ts';
import {
  type CreateEnvironmentBody,
  type Environment,
  RESERVED_SLUGS,
  SLUG_MAX_LENGTH,
  type UpdateEnvironmentBody,
} from './schema.ts';

/** Lists environments in the organization's order: all of them for a member, only the key's own for an API key. */
export async function listEnvironments(ctx: Ctx): Promise<Environment[]> {
  const { organizationId, environmentId, actor } = ctx;
  const where = { organizationId, ...(actor.type === 'apiKey' && { id: environmentId }) };
  const rows = await prisma().environment.findMany({ where, orderBy: inOrder });
  return rows.map(toWire);
}

/** Returns the caller's environment. */
export async function getCurrentEnvironment(ctx: Ctx): Promise<Environment> {
  const row = await prisma().environment.findFirst({ where: { id: ctx.environmentId } });
  if (!row) throw new Error(`The environment ${ctx.environmentId} was deleted`);
  return toWire(row);
}

/** The maximum number of environments of an organization. */
export const MAX_ENVIRONMENTS = 25;

/**
 * Adds an environment at the end of the organization's order, with a notification group and without API keys. Without a
 * slug in the request, the slug is derived from the name.
 *
 * @throws ApiError 422 if the name or slug is taken, 400 if the organization has {@link MAX_ENVIRONMENTS}.
 */
export async function createEnvironment(ctx: Ctx, body: CreateEnvironmentBody): Promise<Environment> {
  const { organizationId } = ctx;
  const { name, type, color = defaultColor(type) } = body;
  const row = await transaction(async () => {
    const others = await lockedEnvironments(organizationId);
    if (others.length >= MAX_ENVIRONMENTS)
      throw new ApiError('bad_request', `An organization has at most ${MAX_ENVIRONMENTS} environments`);
    const slug = body.slug ?? freeSlug(name, others);
    const position = Math.max(-1, ...others.map((other) => other.position)) + 1;
    const made = await insertEnvironment({ organizationId, name, slug, type: storedType(type), color, position });
    await audit(ctx, { ...auditOf('environments.create', made.id, name), after: { name, slug, type, color } });
    return made;
  }).catch(requireUnique);
  return toWire(row);
}

/**
 * Changes an environment's name, slug, kind, colour, retention, reply address, failover and the origins of its inbox.
 * The slug is part of the paths of its pages, so those change too.
 *
 * @throws ApiError 404 unless the organization has the environment, 422 if the name or slug is taken, the retention is
 * too long, or the reply address is invalid.
 */
export async function updateEnvironment(
  ctx: Ctx,
  environmentId: string,
  body: UpdateEnvironmentBody,
): Promise<Environment> {
  requireRetention(body.retentionDays);
  requireAddress(body.replyTo);
  const row = await transaction(async () => {
    const all = await lockedEnvironments(ctx.organizationId);
    const before = all.find(({ id }) => id === environmentId);
    if (!before) throw new ApiError('not_found', `Environment ${environmentId} not found`);
    const { name = before.name, slug = before.slug, type = wireType(before), color = before.color } = body;
    const { retentionDays = before.retentionDays, replyTo = before.replyTo, failover = before.failover } = body;
    const inboxOrigins = [...new Set(body.inboxOrigins ?? before.inboxOrigins)];
    const data = { name, slug, type: storedType(type), color, retentionDays, replyTo, failover, inboxOrigins };
    const after = await prisma().environment.update({ where: { id: environmentId }, data });
    const described = auditOf('environments.update', environmentId, after.name);
    await audit(ctx, { ...described, before: shownIn(before), after: shownIn(after) });
    return after;
  }).catch(requireUnique);
  return toWire(row);
}

/** Reads the organization's environments, and locks them against creation and changes until the transaction ends. */
async function lockedEnvironments(organizationId: string): Promise<EnvironmentRow[]> {
  await lock(`environments ${organizationId}`);
  return prisma().environment.findMany({ where: { organizationId } });
}

/** @throws ApiError 422 if `error` is a unique violation of the name or slug. Otherwise throws `error` itself. */
function requireUnique(error: unknown): never {
  for (const field of ['name', 'slug'])
    if (isUniqueViolation(error, `environments_organization_id_${field}_key`))
      throw fieldError(field, 'Already in use: choose another one');
  throw error;
}

function freeSlug(name: string, others: readonly EnvironmentRow[]): string {
  const taken = new Set([...RESERVED_SLUGS, ...others.map(({ slug }) => slug)]);
  // Shortened so that a hyphen and a number still fit.
  const readable =
    slugify(name)
      .slice(0, SLUG_MAX_LENGTH - 3)
      .replace(/-$/, '') || 'environment';
  let slug = readable;
  for (let number = 2; taken.has(slug); number++) slug = `${readable}-${number}`;
  return slug;
}

function auditOf(action: string, resourceId: string, resourceLabel: string) {
  return { action, resourceType: 'environments', resourceId, resourceLabel };
}

function shownIn({ name, slug, color, retentionDays, replyTo, failover, inboxOrigins, ...row }: EnvironmentRow) {
  return { name, slug, type: wireType(row), color, retentionDays, replyTo, failover, inboxOrigins };
}

/**
 * @throws ApiError 422 if the retention is longer than the installation's, because the installation deletes older
 * history.
 */
function requireRetention(days: number | null | undefined): void {
  const most = env().RETENTION_DAYS;
  if (days == null || days <= most) return;
  throw fieldError('retentionDays', `must be at most ${most}, the retention of the installation`);
}

function requireAddress(replyTo: string | null | undefined): void {
  if (replyTo == null || isOneAddress(replyTo)) return;
  throw fieldError('replyTo', 'must be an email address such as help@example.com, with or without a name');
}

/** Returns the wire shape. The kinds `development` and `production` of the database become `dev` and `prod`. */
function toWire(row: EnvironmentRow): Environment {
  return {
    _id: row.id,
    name: row.name,
    _organizationId: row.organizationId,
    identifier: row.id,
    slug: row.slug,
    type: wireType(row),
    color: nearestColor(row.color),
    ...(row.isDemo && { isDemo: true as const }),
    ...(row.retentionDays !== null && { retentionDays: row.retentionDays }),
    ...(row.replyTo !== null && { replyTo: row.replyTo }),
    ...(row.failover && { failover: true as const }),
    ...(row.inboxOrigins.length > 0 && { inboxOrigins: row.inboxOrigins }),
  };
}

function wireType({ type }: Pick<EnvironmentRow, 'type'>): Environment['type'] {
  return type === 'production' ? 'prod' : 'dev';
}

function storedType(type: Environment['type']): string {
  return type === 'prod' ? 'production' : 'development';
}
