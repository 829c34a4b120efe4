import type { Actor, Ctx } from '#lib/api/context.ts';
import { isId } from '#lib/api/wire.ts';
import { jsonOrNull, prisma } from '#lib/db.ts';
import { idFloor, newId } from '#lib/id.ts';
import { type AuditEntry as AuditRow, Prisma } from '#prisma/generated/client.ts';
import { actorNames } from './actor.ts';
import { maskSecrets } from './mask.ts';
import { CONFIGURATION_NOUNS, environmentOf } from './nouns.ts';
import { runLabels } from './run-labels.ts';
import type { AuditEntry, AuditPage, ListAuditQuery } from './schema.ts';

export interface AuditInput {
  /** `<noun>.<verb>`, e.g. `integrations.setPrimary` */
  action: string;
  resourceType: string;
  resourceId: string;
  /** A label for people: a name, an address. */
  resourceLabel?: string | null | undefined;
  /** The record before the change. Absent when it was created. Secrets are masked here. */
  before?: unknown;
  /** The record after the change. Absent when it was deleted. */
  after?: unknown;
}

const { skip } = Prisma;

const configuration = new Set<string>(CONFIGURATION_NOUNS);

/**
 * Records a change. Every service calls it for every write; the rule for what is kept is here. Inside `transaction` it
 * joins it, so that the change and its record commit together.
 */
export async function audit(ctx: Ctx, input: AuditInput): Promise<void> {
  if (!isAudited(ctx, input.resourceType)) return;
  const { before, after } = maskSecrets(input.before, input.after);
  const at = new Date();
  const { organizationId, environmentId, requestId, address, actor } = ctx;
  const { action, resourceType, resourceId, resourceLabel } = input;
  await prisma().auditEntry.create({
    data: {
      id: newId(at),
      organizationId,
      environmentId: environmentOf(resourceType, environmentId),
      actorType: actor.type,
      ...(await actorNames(actor)),
      action,
      resourceType,
      resourceId,
      resourceLabel: resourceLabel ?? null,
      before: jsonOrNull(before as object | null | undefined),
      after: jsonOrNull(after as object | null | undefined),
      requestId,
      address: address ?? null,
      createdAt: at,
    },
  });
}

/** Whether a write would be recorded. Services ask when they would have to read the record first. */
export function isAudited(ctx: Ctx, resourceType: string): boolean {
  return ctx.actor.type !== 'apiKey' || configuration.has(resourceType);
}

/** One page of the organization's audit log, newest first. */
export async function listAudit(ctx: Ctx, input: ListAuditQuery): Promise<AuditPage> {
  if (input.after !== undefined && !isId(input.after)) return { data: [], next: null };
  const { limit, environmentId, resourceType, resourceId, actorId, action } = input;
  const rows = await prisma().auditEntry.findMany({
    where: {
      organizationId: ctx.organizationId,
      id: idRange(input),
      environmentId: environmentId ?? skip,
      resourceType: resourceType ?? skip,
      resourceId: resourceId ?? skip,
      actorId: actorId ?? skip,
      action: action ?? skip,
    },
    orderBy: { id: 'desc' },
    take: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const labels = await runLabels(shown);
  const data = shown.map((row) =>
    toWire({ ...row, resourceLabel: row.resourceLabel ?? labels.get(row.resourceId) ?? null }),
  );
  return { data, next: rows.length > limit ? (data.at(-1)?._id ?? null) : null };
}

/** The page and the time as bounds of the id, which begins with the time. */
function idRange({ after, createdGte }: ListAuditQuery) {
  if (after === undefined && createdGte === undefined) return skip;
  return {
    gte: createdGte === undefined ? skip : idFloor(new Date(createdGte)),
    lt: after?.toLowerCase() ?? skip,
  };
}

function toWire(row: AuditRow): AuditEntry {
  // Older records of what belongs to no environment hold one.
  const environmentId = environmentOf(row.resourceType, row.environmentId);
  return {
    _id: row.id,
    ...(environmentId !== null && { _environmentId: environmentId }),
    actor: { type: row.actorType as Actor['type'], _id: row.actorId, label: row.actorLabel },
    action: row.action,
    resource: {
      type: row.resourceType,
      _id: row.resourceId,
      ...(row.resourceLabel !== null && { label: row.resourceLabel }),
    },
    ...(row.before !== null && { before: row.before }),
    ...(row.after !== null && { after: row.after }),
    requestId: row.requestId,
    ...(row.address !== null && { address: row.address }),
    createdAt: row.createdAt.toISOString(),
  };
}
