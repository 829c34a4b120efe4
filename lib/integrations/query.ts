import { query } from '#lib/db.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { toWireName } from '#lib/providers/service-name.ts';
import { type Credentials, maskCredentials, openCredentials } from './credentials.ts';
import type { Integration, IntegrationKind, StepFilter } from './schema.ts';

export interface IntegrationRow {
  id: string;
  environment_id: string;
  name: string;
  identifier: string;
  /** Neutral. */
  provider_id: string;
  channel: Channel | null;
  kind: IntegrationKind;
  /** Sealed. */
  credentials: Credentials;
  /** Sealed. */
  configurations: Credentials | null;
  active: boolean;
  primary: boolean;
  priority: number;
  conditions: StepFilter[];
  sandbox: boolean;
  connected: boolean;
  /** Rises with every change; its milliseconds are the version. */
  updated_at: Date;
}

const COLUMNS = `i.id, i.environment_id, i.name, i.identifier, i.provider_id, i.channel, i.kind, i.credentials, i.configurations,
  i.active, i."primary", i.priority, i.conditions, i.sandbox, i.connected, i.updated_at`;

/** A time of change that differs from the one before, so that it tells versions apart. */
const LATER = (at: string) => `GREATEST(${at}::timestamptz, i.updated_at + interval '1 millisecond')`;

/** How much of an integration's secrets its reader sees. */
export type SecretsView = 'none' | 'masked' | 'open';

/** A row as it goes out (spec 2.5). Without `secrets` the key `credentials` is absent. */
export function integrationWire(row: IntegrationRow, organizationId: string, secrets: SecretsView): Integration {
  const owner = { environmentId: row.environment_id, integrationId: row.id };
  const show = (stored: Credentials) =>
    secrets === 'open' ? openCredentials(stored, owner) : maskCredentials(stored, owner);
  return {
    _id: row.id,
    _environmentId: row.environment_id,
    _organizationId: organizationId,
    name: row.name,
    identifier: row.identifier,
    providerId: toWireName(row.provider_id),
    ...(row.channel && { channel: row.channel }),
    kind: row.kind,
    ...(secrets !== 'none' && { credentials: show(row.credentials) }),
    ...(row.configurations && { configurations: show(row.configurations) }),
    active: row.active,
    deleted: false,
    primary: row.primary,
    conditions: row.conditions,
    sandbox: row.sandbox,
    ...(row.channel === 'in_app' && { connected: row.connected }),
  };
}

/** One integration that is not deleted. */
export async function findIntegration(environmentId: string, id: string): Promise<IntegrationRow | undefined> {
  const [row] = await query<IntegrationRow>(
    'integrations-find',
    `SELECT ${COLUMNS} FROM integrations i WHERE i.environment_id = $1 AND i.id = $2 AND i.deleted_at IS NULL`,
    [environmentId, id],
  );
  return row;
}

/** Those not deleted, oldest first. */
export async function selectIntegrations(
  environmentId: string,
  { activeOnly = false } = {},
): Promise<IntegrationRow[]> {
  return query<IntegrationRow>(
    'integrations-list',
    `SELECT ${COLUMNS} FROM integrations i
     WHERE i.environment_id = $1 AND i.deleted_at IS NULL AND (i.active OR NOT $2::boolean) ORDER BY i.id`,
    [environmentId, activeOnly],
  );
}

/**
 * Until the end of the transaction nobody else changes which integration of the channel is primary, active or how they
 * rank. Whoever writes one of these takes this lock first.
 */
export async function lockChannel(environmentId: string, channel: Channel): Promise<void> {
  await query(
    'integrations-lock-channel',
    `SELECT pg_advisory_xact_lock(hashtextextended('integrations ' || $1 || ' ' || $2, 0))`,
    [environmentId, channel],
  );
}

/** The channel's primary loses its mark, unless it is `exceptId`. Returns its id. Under `lockChannel`. */
export async function demotePrimary(
  environmentId: string,
  channel: Channel,
  exceptId: string,
  at: Date,
): Promise<string | undefined> {
  const [row] = await query<{ id: string }>(
    'integrations-demote-primary',
    `UPDATE integrations i SET "primary" = false, updated_at = ${LATER('$4')}
     WHERE environment_id = $1 AND channel = $2 AND "primary" AND id <> $3 AND deleted_at IS NULL RETURNING id`,
    [environmentId, channel, exceptId, at],
  );
  return row?.id;
}

/**
 * The integration becomes active and primary, loses its conditions, and ranks first; the channel's other active ones keep
 * their order behind it. Under `lockChannel`, after `demotePrimary`.
 */
export async function promoteToPrimary(
  environmentId: string,
  channel: Channel,
  id: string,
  at: Date,
): Promise<IntegrationRow | undefined> {
  const rows = await query<IntegrationRow>(
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
       updated_at = CASE WHEN i.id = $3 THEN ${LATER('$4')} ELSE i.updated_at END
     FROM ranked WHERE i.environment_id = $1 AND i.id = ranked.id
     RETURNING ${COLUMNS}`,
    [environmentId, channel, id, at],
  );
  return rows.find((row) => row.id === id);
}

/** False when the identifier is taken. */
export async function insertIntegration(row: IntegrationRow): Promise<boolean> {
  const made = await query(
    'integrations-insert',
    `INSERT INTO integrations (id, environment_id, name, identifier, provider_id, channel, kind, credentials,
       configurations, active, "primary", priority, conditions, sandbox, connected, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9::jsonb, $10, $11, $12, $13::jsonb, $14, $15, $16, $16)
     ON CONFLICT (environment_id, identifier) WHERE deleted_at IS NULL DO NOTHING RETURNING id`,
    [
      row.id,
      row.environment_id,
      row.name,
      row.identifier,
      row.provider_id,
      row.channel,
      row.kind,
      JSON.stringify(row.credentials),
      row.configurations && JSON.stringify(row.configurations),
      row.active,
      row.primary,
      row.priority,
      JSON.stringify(row.conditions),
      row.sandbox,
      row.connected,
      row.updated_at,
    ],
  );
  return made.length > 0;
}

/** One integration that is not deleted, for who changes it: nobody else can until the end of the transaction. */
export async function lockIntegration(environmentId: string, id: string): Promise<IntegrationRow | undefined> {
  const [row] = await query<IntegrationRow>(
    'integrations-lock',
    `SELECT ${COLUMNS} FROM integrations i
     WHERE i.environment_id = $1 AND i.id = $2 AND i.deleted_at IS NULL FOR UPDATE`,
    [environmentId, id],
  );
  return row;
}

/**
 * Writes what a person can change of an integration. Under `lockIntegration`, and `lockChannel` where it has a channel.
 * @throws a unique violation of `integrations_identifier` when the identifier is taken.
 */
export async function saveIntegration(row: IntegrationRow, at: Date): Promise<IntegrationRow> {
  const [saved] = await query<IntegrationRow>(
    'integrations-save',
    `UPDATE integrations i SET name = $3, identifier = $4, credentials = $5::jsonb, configurations = $6::jsonb, active = $7,
       "primary" = $8, priority = $9, conditions = $10::jsonb, sandbox = $11, updated_at = ${LATER('$12')}
     WHERE i.environment_id = $1 AND i.id = $2 AND i.deleted_at IS NULL RETURNING ${COLUMNS}`,
    [
      row.environment_id,
      row.id,
      row.name,
      row.identifier,
      JSON.stringify(row.credentials),
      row.configurations && JSON.stringify(row.configurations),
      row.active,
      row.primary,
      row.priority,
      JSON.stringify(row.conditions),
      row.sandbox,
      at,
    ],
  );
  return saved as IntegrationRow;
}

/**
 * Hides an integration for good: its identifier is free, its credentials and what subscribers registered with it are
 * erased. Under `lockIntegration`.
 */
export async function softDeleteIntegration(
  environmentId: string,
  id: string,
  deletedById: string | undefined,
  at: Date,
): Promise<void> {
  await query(
    'integrations-soft-delete',
    `UPDATE integrations i SET deleted_at = $3, deleted_by_id = $4, updated_at = $3, active = false, "primary" = false,
       priority = 0, credentials = '{}', configurations = NULL
     WHERE i.environment_id = $1 AND i.id = $2`,
    [environmentId, id, at, deletedById ?? null],
  );
  await query(
    'integrations-forget-channels',
    'DELETE FROM subscriber_channels WHERE environment_id = $1 AND integration_id = $2',
    [environmentId, id],
  );
}

/** Who changed the record last and when, for those whose version is stale. */
export async function lastChange(
  organizationId: string,
  id: string,
): Promise<{ changedBy: string; changedAt: string } | undefined> {
  const [row] = await query<{ actor_label: string; created_at: Date }>(
    'integrations-last-change',
    `SELECT actor_label, created_at FROM audit_log
     WHERE organization_id = $1 AND resource_type = 'integrations' AND resource_id = $2
       AND action IN ('integrations.create', 'integrations.update', 'integrations.setPrimary')
     ORDER BY id DESC LIMIT 1`,
    [organizationId, id],
  );
  return row && { changedBy: row.actor_label, changedAt: row.created_at.toISOString() };
}

/** Whether the channel has a primary, and the rank above all its active ones. Under `lockChannel`. */
export async function channelState(
  environmentId: string,
  channel: Channel,
): Promise<{ hasPrimary: boolean; nextPriority: number }> {
  const [row] = await query<{ has_primary: boolean; next_priority: number }>(
    'integrations-channel-state',
    `SELECT coalesce(bool_or("primary"), false) AS has_primary, coalesce(max(priority), 0) + 1 AS next_priority
     FROM integrations WHERE environment_id = $1 AND channel = $2 AND deleted_at IS NULL`,
    [environmentId, channel],
  );
  return { hasPrimary: row?.has_primary ?? false, nextPriority: row?.next_priority ?? 1 };
}
