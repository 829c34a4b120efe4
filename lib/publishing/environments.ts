import type { Ctx } from '#lib/api/context.ts';
import { ApiError, fieldError } from '#lib/api/errors.ts';
import { inOrder } from '#lib/environments/order.ts';
import { prisma } from '#lib/postgres/db.ts';
import { requireRightToPublish } from '#lib/workflows/right-to-publish.ts';
import type { Environment } from '#prisma/generated/client.ts';

export interface Ends {
  source: Environment;
  target: Environment;
}

/**
 * Finds the two environments of a comparison. An API key needs the right to publish, and one of the two environments
 * must be the key's environment.
 *
 * @param sourceId if absent, the source is the environment of the call. If that is the target, the source is the
 * organization's first other environment.
 * @throws ApiError `not_found` for a target of another organization; `forbidden` for a source of another organization,
 * and for an API key without the right; `unprocessable` if both are the same.
 */
export async function requireEnds(ctx: Ctx, targetId: string, sourceId?: string): Promise<Ends> {
  const { organizationId, environmentId, actor } = ctx;
  const all = await prisma().environment.findMany({ where: { organizationId }, orderBy: inOrder });
  const target = all.find(({ id }) => id === targetId);
  if (!target) throw new ApiError('not_found', `Environment ${targetId} not found`);
  requireRightToPublish(ctx);
  const others = all.filter(({ id }) => id !== targetId);
  const source =
    sourceId === undefined
      ? (others.find(({ id }) => id === environmentId) ?? others[0])
      : all.find(({ id }) => id === sourceId);
  if (!source && sourceId !== undefined) throw new ApiError('forbidden', 'You have no access to this environment');
  if (!source || source === target) throw fieldError('sourceEnvironmentId', 'must differ from the target environment');
  if (actor.type === 'apiKey' && ![source.id, target.id].includes(environmentId))
    throw new ApiError('forbidden', 'An API key can only publish from or to its own environment');
  return { source, target };
}
