/** Orders the active integrations of a channel by their priorities (docs/delivery.md, "Choice of the integration"). */
import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '#lib/api/context.ts';
import { ApiError, fieldError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { isOrdered } from '#lib/providers/primary.ts';
import { lockChannel } from './query.ts';
import type { Integration, IntegrationsQuery, OrderIntegrationsBody } from './schema.ts';
import { listIntegrations } from './service.ts';

/**
 * Sets the priorities of a channel’s active integrations to the given order, the highest first. In delivery,
 * integrations with conditions and the primary one still come first. Returns all integrations of the environment.
 *
 * @throws ApiError `bad_request` for a channel without an order; `unprocessable` unless each active
 * integration of the channel is named once.
 */
export async function orderIntegrations(
  ctx: Ctx,
  body: OrderIntegrationsBody,
  view: IntegrationsQuery = {},
): Promise<Integration[]> {
  if (!isOrdered(body.channel))
    throw new ApiError('bad_request', `Integrations of the channel ${body.channel} have no order`);
  await transaction(() => order(ctx, body));
  return listIntegrations(ctx, view);
}

async function order(ctx: Ctx, { channel, integrationIds }: OrderIntegrationsBody): Promise<void> {
  const { environmentId } = ctx;
  await lockChannel(environmentId, channel);
  const before = await prisma().integration.findMany({
    where: { environmentId, channel, active: true, deletedAt: null },
    select: { id: true, name: true, priority: true },
    orderBy: [{ priority: 'desc' }, { id: 'desc' }],
  });
  const byId = new Map(before.map((row) => [row.id, row]));
  const after = [...new Set(integrationIds)].flatMap((id) => byId.get(id) ?? []);
  if (after.length !== before.length || integrationIds.length !== before.length)
    throw fieldError('integrationIds', 'must name each active integration of the channel once: reload the list');
  for (const [index, { id, priority }] of after.entries()) {
    const next = after.length - index;
    // The version stays unchanged, because no form shows the priority.
    if (priority !== next)
      await prisma().integration.updateMany({ where: { environmentId, id }, data: { priority: next } });
  }
  const names = (rows: typeof before) => ({ channel, order: rows.map(({ name }) => name) });
  const [first] = after;
  if (!first || isDeepStrictEqual(names(before), names(after))) return;
  await audit(ctx, {
    action: 'integrations.order',
    resourceType: 'integrations',
    resourceId: first.id,
    resourceLabel: channel,
    before: names(before),
    after: names(after),
  });
}
