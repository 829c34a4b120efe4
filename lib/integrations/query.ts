/**
 * Reads and writes integrations. Raw statements set the primary (spec 4.4), which changes the priorities of a whole
 * channel.
 */
import { json, jsonOrNull, lock, prisma, query } from '#lib/postgres/db.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { toWireName } from '#lib/providers/service-name.ts';
import type { Integration as StoredIntegration } from '#prisma/generated/client.ts';
import { endsWire } from './credential-end.ts';
import { type Credentials, maskCredentials, showCredentials } from './credentials.ts';
import type { Integration, IntegrationKind, StepFilter } from './schema.ts';

/** `updatedAt` increases with every change. Its milliseconds are the version. */
export type IntegrationRow = Omit<StoredIntegration, keyof Narrowed | 'deletedAt' | 'deletedById' | 'createdAt'> &
  Narrowed;

interface Narrowed {
  channel: Channel | null;
  kind: IntegrationKind;
  /** The credentials, encrypted by `sealCredentials`. */
  credentials: Credentials;
  /** The configurations, encrypted by `sealCredentials`. */
  configurations: Credentials | null;
  conditions: StepFilter[];
}

function narrowed(row: StoredIntegration): IntegrationRow {
  return row as Omit<StoredIntegration, keyof Narrowed> & Narrowed;
}

/** The time of the change, $4, but at least 1 ms later than the previous change, so that it distinguishes versions. */
const LATER = `GREATEST($4::timestamptz, (i.updated_at AT TIME ZONE 'UTC' + interval '1 millisecond') AT TIME ZONE 'UTC')`;

/** Returns the time that `LATER` computes, for a row that was read. */
export function later(at: Date, before: Date): Date {
  return new Date(Math.max(at.getTime(), before.getTime() + 1));
}

/** The view of an integration's secrets: omitted, masked or unmasked. */
export type SecretsView = 'none' | 'masked' | 'open';

/** Returns a row as wire shape (spec 2.5). With the view `none`, the key `credentials` is absent. */
export function integrationWire(row: IntegrationRow, organizationId: string, secrets: SecretsView): Integration {
  const owner = { environmentId: row.environmentId, integrationId: row.id };
  const show = (stored: Credentials) =>
    secrets === 'open' ? showCredentials(stored, owner) : maskCredentials(stored, owner);
  return {
    _id: row.id,
    _environmentId: row.environmentId,
    _organizationId: organizationId,
    name: row.name,
    identifier: row.identifier,
    providerId: toWireName(row.providerId),
    ...(row.channel && { channel: row.channel }),
    kind: row.kind,
    ...(secrets !== 'none' && { credentials: show(row.credentials) }),
    ...(row.configurations && { configurations: show(row.configurations) }),
    active: row.active,
    deleted: false,
    primary: row.primary,
    conditions: row.conditions,
    sandbox: row.sandbox,
    ...(row.messagesPerSecond !== null && { messagesPerSecond: row.messagesPerSecond }),
    ...(row.messagesPerDay !== null && { messagesPerDay: row.messagesPerDay }),
    ...endsWire(row),
    ...(row.channel === 'in_app' && { connected: row.connected }),
  };
}

/** Returns one integration that is not deleted. */
export async function findIntegration(environmentId: string, id: string): Promise<IntegrationRow | undefined> {
  const row = await prisma().integration.findFirst({ where: { environmentId, id, deletedAt: null } });
  return row ? narrowed(row) : undefined;
}

/** Returns integrations that are not deleted, oldest first. @param ids Default: all integrations of the environment. */
export async function selectIntegrations(
  environmentId: string,
  { activeOnly = false, ids }: { activeOnly?: boolean; ids?: string[] } = {},
): Promise<IntegrationRow[]> {
  const where = {
    environmentId,
    deletedAt: null,
    ...(activeOnly && { active: true }),
    ...(ids && { id: { in: ids } }),
  };
  return (await prisma().integration.findMany({ where, orderBy: { id: 'asc' } })).map(narrowed);
}

/**
 * Locks the primary and active integrations of the channel, and their priorities, until the end of the transaction.
 * Every writer of these values takes this lock first.
 */
export async function lockChannel(environmentId: string, channel: Channel): Promise<void> {
  await lock(`integrations ${environmentId} ${channel}`);
}

/** Reads an integration that is not deleted, and locks it against other changes until the end of the transaction. */
export async function lockIntegration(environmentId: string, id: string): Promise<IntegrationRow | undefined> {
  const row = await findIntegration(environmentId, id);
  if (!row) return undefined;
  if (row.channel) await lockChannel(environmentId, row.channel);
  else await lock(`integrations ${environmentId} ${id}`);
  return findIntegration(environmentId, id);
}

/** Demotes the channel's primary, unless it is `exceptId`, and returns it. Requires `lockChannel`. */
export async function demotePrimary(
  environmentId: string,
  channel: Channel,
  exceptId: string,
  at: Date,
): Promise<{ id: string; name: string } | undefined> {
  const [row] = await query<{ id: string; name: string }>(
    'integrations-demote-primary',
    `UPDATE integrations i SET "primary" = false, updated_at = ${LATER}
     WHERE environment_id = $1 AND channel = $2 AND "primary" AND id <> $3 AND deleted_at IS NULL RETURNING id, name`,
    [environmentId, channel, exceptId, at],
  );
  return row;
}

/**
 * Makes the integration active and primary, removes its conditions, and sets the highest priority. The order of the
 * channel's other active integrations stays. Requires `lockChannel`, and `demotePrimary` before it.
 */
export async function promoteToPrimary(
  before: IntegrationRow & { channel: Channel },
  at: Date,
): Promise<IntegrationRow | undefined> {
  const { environmentId, channel, id } = before;
  const rows = await query<Pick<IntegrationRow, 'id' | 'priority' | 'updatedAt'>>(
    'integrations-promote',
    `WITH ranked AS (
       SELECT r.id, row_number() OVER (ORDER BY r.id = $3, r.priority, r.id) AS priority FROM integrations r
       WHERE r.environment_id = $1 AND r.channel = $2 AND r.deleted_at IS NULL AND (r.active OR r.id = $3)
     )
     UPDATE integrations i SET
       priority = ranked.priority,
       "primary" = i.id = $3,
       active = true,
       conditions = CASE WHEN i.id = $3 THEN '[]'::jsonb ELSE i.conditions END,
       updated_at = CASE WHEN i.id = $3 THEN ${LATER} ELSE i.updated_at END
     FROM ranked WHERE i.environment_id = $1 AND i.id = ranked.id
     RETURNING i.id, i.priority, i.updated_at AS "updatedAt"`,
    [environmentId, channel, id, at],
  );
  const promoted = rows.find((row) => row.id === id);
  return promoted && { ...before, ...promoted, primary: true, active: true, conditions: [] };
}

/** Inserts an integration. Returns false if the identifier is taken. */
export async function insertIntegration(row: IntegrationRow): Promise<boolean> {
  const data = { ...row, ...columnsOf(row), createdAt: row.updatedAt };
  const { count } = await prisma().integration.createMany({ data, skipDuplicates: true });
  return count > 0;
}

/**
 * Writes the fields of an integration that a person can change. Requires `lockIntegration`.
 * @throws a unique violation of `integrations_identifier` if the identifier is taken.
 */
export async function saveIntegration(row: IntegrationRow, at: Date): Promise<IntegrationRow> {
  const { name, identifier, active, primary, priority, sandbox, messagesPerSecond, messagesPerDay } = row;
  const { credentialsEndOn, certificateEndsAt } = row;
  const others = { messagesPerSecond, messagesPerDay, credentialsEndOn, certificateEndsAt };
  const data = { name, identifier, active, primary, priority, sandbox, ...others, ...columnsOf(row) };
  const updatedAt = later(at, row.updatedAt);
  return narrowed(await prisma().integration.update({ where: placeOf(row), data: { ...data, updatedAt } }));
}

function placeOf({ environmentId, id }: { environmentId: string; id: string }) {
  return { environmentId_id: { environmentId, id } };
}

function columnsOf({ credentials, configurations, conditions }: IntegrationRow) {
  return {
    credentials: json(credentials),
    configurations: jsonOrNull(configurations),
    conditions: json(conditions),
  };
}

/**
 * Hides an integration permanently, and erases its credentials and the subscribers' connections through it. Its identifier
 * can be used again. Requires `lockIntegration`.
 */
export async function softDeleteIntegration(
  environmentId: string,
  id: string,
  deletedById: string | undefined,
  at: Date,
): Promise<void> {
  const gone = { deletedAt: at, deletedById: deletedById ?? null, updatedAt: at };
  const erased = {
    active: false,
    primary: false,
    priority: 0,
    credentials: json({}),
    configurations: jsonOrNull(null),
  };
  await prisma().integration.updateMany({ where: { environmentId, id }, data: { ...gone, ...erased } });
  await prisma().subscriberChannel.deleteMany({ where: { environmentId, integrationId: id } });
  await prisma().integrationTest.deleteMany({ where: { environmentId, integrationId: id } });
  await prisma().bounceMailbox.deleteMany({ where: { environmentId, integrationId: id } });
}

/** Reads the author and time of the last change, for the response to a caller with an outdated version. */
export async function lastChange(
  organizationId: string,
  id: string,
): Promise<{ changedBy: string; changedAt: string } | undefined> {
  const changes = [
    'integrations.create',
    'integrations.update',
    'integrations.setPrimary',
    'integrations.undoSetPrimary',
  ];
  const where = { organizationId, resourceType: 'integrations', resourceId: id, action: { in: changes } };
  const entry = await prisma().auditEntry.findFirst({ where, orderBy: { id: 'desc' } });
  return entry ? { changedBy: entry.actorLabel, changedAt: entry.createdAt.toISOString() } : undefined;
}

/** Reads whether the channel has a primary, and the next priority above all others. Requires `lockChannel`. */
export async function channelState(
  environmentId: string,
  channel: Channel,
): Promise<{ hasPrimary: boolean; nextPriority: number }> {
  const where = { environmentId, channel, deletedAt: null };
  const rows = await prisma().integration.findMany({ where, select: { primary: true, priority: true } });
  return {
    hasPrimary: rows.some(({ primary }) => primary),
    nextPriority: Math.max(0, ...rows.map(({ priority }) => priority)) + 1,
  };
}
