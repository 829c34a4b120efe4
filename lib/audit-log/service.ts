import type { Actor, Ctx } from '#lib/api/context.ts';
import { newId } from '#lib/id.ts';
import { jsonOrNull, prisma } from '#lib/postgres/db.ts';
import { actorNames } from './actor.ts';
import { maskSecrets } from './mask.ts';
import { CONFIGURATION_NOUNS, environmentOf } from './nouns.ts';

export interface AuditInput {
  /** `<noun>.<verb>`, e.g. `integrations.setPrimary` */
  action: string;
  resourceType: string;
  resourceId: string;
  /** A label for people: a name, an address. */
  resourceLabel?: string | null | undefined;
  /** The resource before the change. Absent if it was created. `audit` masks secrets. */
  before?: unknown;
  /** The resource after the change. Absent if it was deleted. */
  after?: unknown;
}

const configuration = new Set<string>(CONFIGURATION_NOUNS);

/**
 * Records a change. Services call this function for every write. It decides whether the write is recorded, and joins an
 * open `transaction`, so that the change and its record commit together.
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
      environmentId: environmentOf(input, environmentId),
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

/** Actors with so many changes that they would hide the changes of people. A subscriber changes only its own data. */
const frequentActors: ReadonlySet<Actor['type']> = new Set(['apiKey', 'subscriber']);

/** Whether a write would be recorded. Services check this before they read a resource solely for the audit log. */
export function isAudited(ctx: Ctx, resourceType: string): boolean {
  const { actor } = ctx;
  const isOften = frequentActors.has(actor.type) || (actor.type === 'system' && actor.linkedRunId !== undefined);
  return !isOften || configuration.has(resourceType);
}
