import type { Actor, Ctx } from '#lib/api/context.ts';
import { isId } from '#lib/api/wire.ts';
import { query } from '#lib/db.ts';
import { newId } from '#lib/id.ts';
import { maskSecrets } from './mask.ts';
import { CONFIGURATION_NOUNS } from './nouns.ts';
import type { AuditEntry, AuditPage, ListAuditQuery } from './schema.ts';

export interface AuditInput {
  /** `<noun>.<verb>`, e.g. `integrations.setPrimary` */
  action: string;
  resourceType: string;
  resourceId: string;
  /** What a person reads: a name, an address. */
  resourceLabel?: string | null | undefined;
  /** The record as it was; absent when it is new. Secrets are masked here. */
  before?: unknown;
  /** The record as it is; absent when it is gone. */
  after?: unknown;
}

const configuration = new Set<string>(CONFIGURATION_NOUNS);

/**
 * Records a change. Every service calls it for every write; the rule of what is kept stands here. Inside `transaction`
 * it is part of it, so that change and record stand or fall together.
 */
export async function audit(ctx: Ctx, input: AuditInput): Promise<void> {
  if (!isAudited(ctx, input.resourceType)) return;
  const { before, after } = maskSecrets(input.before, input.after);
  const at = new Date();
  const [actorId, actorLabel] = actorNames(ctx.actor);
  await query(
    'audit-insert',
    `INSERT INTO audit_log (id, organization_id, environment_id, actor_type, actor_id, actor_label, action, resource_type,
       resource_id, resource_label, before, after, request_id, address, created_at)
     VALUES ($1, $2, $3, $4, $5, COALESCE($6, (SELECT name FROM api_keys WHERE id = $5), $5), $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      newId(at),
      ctx.organizationId,
      ctx.environmentId,
      ctx.actor.type,
      actorId,
      actorLabel,
      input.action,
      input.resourceType,
      input.resourceId,
      input.resourceLabel ?? null,
      json(before),
      json(after),
      ctx.requestId,
      ctx.address ?? null,
      at,
    ],
  );
}

/** Whether a write would be recorded: for services that would have to read the record first. */
export function isAudited(ctx: Ctx, resourceType: string): boolean {
  return ctx.actor.type !== 'apiKey' || configuration.has(resourceType);
}

/** One page of the organization's audit log, the newest first. */
export async function listAudit(ctx: Ctx, input: ListAuditQuery): Promise<AuditPage> {
  if (input.after !== undefined && !isId(input.after)) return { data: [], next: null };
  const rows = await query<AuditRow>(
    'audit-list',
    `SELECT id, environment_id, actor_type, actor_id, actor_label, action, resource_type, resource_id, resource_label,
       before, after, request_id, address, created_at
     FROM audit_log
     WHERE organization_id = $1
       AND ($2::text IS NULL OR id < $2)
       AND ($3::text IS NULL OR environment_id = $3)
       AND ($4::text IS NULL OR resource_type = $4)
       AND ($5::text IS NULL OR resource_id = $5)
       AND ($6::text IS NULL OR actor_id = $6)
       AND ($7::text IS NULL OR action = $7)
     ORDER BY id DESC LIMIT $8`,
    [
      ctx.organizationId,
      input.after?.toLowerCase(),
      input.environmentId,
      input.resourceType,
      input.resourceId,
      input.actorId,
      input.action,
      input.limit + 1,
    ],
  );
  const data = rows.slice(0, input.limit).map(toWire);
  return { data, next: rows.length > input.limit ? (data.at(-1)?._id ?? null) : null };
}

interface AuditRow {
  id: string;
  environment_id: string | null;
  actor_type: Actor['type'];
  actor_id: string;
  actor_label: string;
  action: string;
  resource_type: string;
  resource_id: string;
  resource_label: string | null;
  before: unknown;
  after: unknown;
  request_id: string;
  address: string | null;
  created_at: Date;
}

function toWire(row: AuditRow): AuditEntry {
  return {
    _id: row.id,
    ...(row.environment_id !== null && { _environmentId: row.environment_id }),
    actor: { type: row.actor_type, _id: row.actor_id, label: row.actor_label },
    action: row.action,
    resource: {
      type: row.resource_type,
      _id: row.resource_id,
      ...(row.resource_label !== null && { label: row.resource_label }),
    },
    ...(row.before !== null && { before: row.before }),
    ...(row.after !== null && { after: row.after }),
    requestId: row.request_id,
    ...(row.address !== null && { address: row.address }),
    createdAt: row.created_at.toISOString(),
  };
}

/** Id and, where it is known without asking, name. */
function actorNames(actor: Actor): [id: string, label: string | null] {
  if (actor.type === 'user') return [actor.userId, actor.email];
  return actor.type === 'apiKey' ? [actor.apiKeyId, null] : [actor.job, actor.job];
}

function json(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}
