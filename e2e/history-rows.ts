import { randomBytes } from 'node:crypto';
import { newId } from '#lib/id.ts';
import { database } from './database.ts';
import type { Tenant } from './tenant.ts';

export type Row = Record<string, unknown> & { id: string };

/** Inserts rows with equal columns in one statement. Objects and arrays are converted for their columns. */
export async function insertRows(table: string, rows: Record<string, unknown>[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0] as object)
    .map((column) => `"${column}"`)
    .join(', ');
  await database().query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

export interface SnapshotColumns {
  workflow_id: string | null;
  severity: string;
  critical: boolean;
  channels: string[];
  tags: string[];
  template: Record<string, unknown>;
}

/** Creates a workflow snapshot. Returns its ID. */
export async function createSnapshot(
  { environmentId }: Pick<Tenant, 'environmentId'>,
  columns: Partial<SnapshotColumns> = {},
) {
  const snapshot: SnapshotColumns = {
    workflow_id: newId(),
    severity: 'none',
    critical: false,
    channels: ['email'],
    tags: [],
    template: { name: 'Order shipped', origin: 'svc-cloud', triggers: [] },
    ...columns,
  };
  const { rows } = await database().query<{ id: string }>(
    `INSERT INTO workflow_snapshots (environment_id, id, workflow_id, severity, critical, channels, tags, template)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
    [environmentId, randomBytes(8).readBigInt64BE(), ...Object.values(snapshot)],
  );
  return (rows[0] as { id: string }).id;
}

/** Creates the step that jobs refer to by `step_key`. Returns its key and its form in jobs. */
export async function createJobStep(
  { environmentId }: Pick<Tenant, 'environmentId'>,
  { id = newId(), name = 'Step', controls = {} }: { id?: string; name?: string; controls?: object } = {},
) {
  const key = String(randomBytes(8).readBigInt64BE());
  const content = { id, stepId: id, name, type: 'email', controls, filters: [], shouldStopOnFail: false };
  await insertRows('job_steps', [{ environment_id: environmentId, id: key, content, used_at: new Date() }]);
  return { key, step: { _id: id, _templateId: id, active: true, name, filters: [], controlVariables: controls } };
}

/** Returns a notification with the required columns only. `columns` are added, or replace the default values. */
export function notificationRow(
  { environmentId }: Pick<Tenant, 'environmentId'>,
  at: Date,
  columns: Record<string, unknown>,
): Row {
  const id = newId(at);
  return {
    id,
    environment_id: environmentId,
    subscriber_id: newId(at),
    transaction_id: `transaction-${id}`,
    context_keys: [],
    created_at: at,
    updated_at: at,
    ...columns,
  };
}

/** Returns a message with the required columns only. `columns` are added, or replace the default values. */
export function messageRow(
  { environmentId }: Pick<Tenant, 'environmentId'>,
  at: Date,
  columns: Record<string, unknown> = {},
): Row {
  const id = newId(at);
  return {
    id,
    environment_id: environmentId,
    notification_id: newId(at),
    subscriber_id: newId(at),
    transaction_id: `transaction-${id}`,
    channel: 'email',
    status: 'sent',
    context_keys: [],
    device_tokens: [],
    delivered_at: [],
    cta: {},
    seen: false,
    read: false,
    created_at: at,
    updated_at: at,
    ...columns,
  };
}

/** Returns a subscriber with every column that bulk rows need. */
export function subscriberRow(
  { environmentId }: Pick<Tenant, 'environmentId'>,
  subscriberId: string,
  email: string | null,
): Row {
  const at = new Date();
  return {
    id: newId(at),
    environment_id: environmentId,
    subscriber_id: subscriberId,
    email,
    version: 0,
    created_at: at,
    updated_at: at,
  };
}

/** Returns the row of a deleted subscriber, from a subscriber's row. */
export function deletedSubscriberRow({ id, environment_id, subscriber_id, email, created_at }: Row): Row {
  return { id, environment_id, subscriber_id, email, created_at, deleted_at: new Date() };
}
