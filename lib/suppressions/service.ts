/** A raw statement: it adds many addresses at once, and skips addresses that are already listed. */
import type { Ctx } from '#lib/api/context.ts';
import { problemTexts } from '#lib/api/error-mapper.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { prisma, query, transaction } from '#lib/postgres/db.ts';
import { counted } from '#lib/text/counted.ts';
import type { Suppression as Row } from '#prisma/generated/client.ts';
import { listedForm } from './address.ts';
import { effectOf } from './effect.ts';
import { lockSuppressions } from './fill.ts';
import {
  BulkSuppression,
  type BulkSuppressionsBody,
  type BulkSuppressionsResult,
  type CreateSuppressionBody,
  type RemoveSuppressionBody,
  type Suppression,
  type SuppressionEffect,
} from './schema.ts';
import { suppressionWire } from './wire.ts';

/**
 * Returns a suppression with the effect of its removal: the subscribers with the address, and the number of skipped
 * messages.
 *
 * @throws ApiError `not_found`.
 */
export async function getSuppression(ctx: Ctx, suppressionId: string): Promise<SuppressionEffect> {
  return withEffect(ctx, await requireSuppression(ctx, suppressionId));
}

/** Adds an address. An address that is already listed stays unchanged. */
export async function createSuppression(ctx: Ctx, body: CreateSuppressionBody): Promise<Suppression> {
  const { environmentId } = ctx;
  return transaction(async () => {
    const [added] = await add(ctx, [{ ...body, cause: 'added' }]);
    const where = { environmentId, channel: body.channel, address: listedForm(body.channel, body.address) };
    const row = await prisma().suppression.findFirstOrThrow({ where });
    const wire = suppressionWire(row);
    if (added) await auditOne(ctx, 'suppressions.create', row, { after: wire });
    return wire;
  });
}

/**
 * Adds up to 500 addresses. Invalid ones are reported, the others are added. Addresses that are already listed stay
 * unchanged.
 *
 * @param dryRun adds nothing, and returns the result that adding would have.
 */
export async function importSuppressions(
  ctx: Ctx,
  { suppressions }: BulkSuppressionsBody,
  { dryRun = false }: { dryRun?: boolean | undefined } = {},
): Promise<BulkSuppressionsResult> {
  const parsed = suppressions.map((entry) => ({ entry, ...BulkSuppression.safeParse(entry) }));
  const entries = parsed.flatMap(({ data }) => data ?? []);
  const failed = parsed.flatMap(({ entry, error }, index) =>
    error ? [{ index, message: problemTexts(error, entry).join('; ') }] : [],
  );
  const distinct = new Set(entries.map(({ channel, address }) => `${channel} ${listedForm(channel, address)}`)).size;
  const result = (created: number) => ({ created, existing: distinct - created, failed });
  if (dryRun) return result(distinct - (await countListed(ctx, entries)));
  return transaction(async () => {
    const added = await add(ctx, entries);
    await audit(ctx, {
      action: 'suppressions.import',
      resourceType: 'suppressions',
      resourceId: 'bulk',
      resourceLabel: counted(added.length, 'suppressed address', 'suppressed addresses'),
      after: { addresses: added.map(({ address }) => address) },
    });
    return result(added.length);
  });
}

/**
 * Removes an address from the list, so that the next message to it is sent. Events of an earlier time do not suppress it again.
 *
 * @returns the suppression with the effect of its removal.
 * @throws ApiError `not_found`.
 */
export async function removeSuppression(
  ctx: Ctx,
  suppressionId: string,
  { reason }: RemoveSuppressionBody,
): Promise<SuppressionEffect> {
  const { environmentId } = ctx;
  return transaction(async () => {
    await lockSuppressions(environmentId);
    const row = await requireSuppression(ctx, suppressionId);
    const effect = await withEffect(ctx, row);
    const { channel, address } = row;
    const removedAt = new Date();
    await prisma().suppression.deleteMany({ where: { environmentId, id: row.id } });
    await prisma().suppressionRemoval.upsert({
      where: { environmentId_channel_address: { environmentId, channel, address } },
      create: { environmentId, channel, address, removedAt },
      update: { removedAt },
    });
    await auditOne(ctx, 'suppressions.remove', row, { before: suppressionWire(row), after: { reason } });
    return effect;
  });
}

async function requireSuppression({ environmentId }: Ctx, suppressionId: string): Promise<Row> {
  const row = await prisma().suppression.findFirst({ where: { environmentId, id: suppressionId } });
  if (!row) throw new ApiError('not_found', 'Suppressed address not found');
  return row;
}

async function withEffect(ctx: Ctx, row: Row): Promise<SuppressionEffect> {
  return { ...suppressionWire(row), ...(await effectOf(ctx, row)) };
}

interface Added {
  channel: string;
  address: string;
}

/** Adds entries, and returns the entries that were not listed before. */
async function add({ environmentId }: Ctx, entries: readonly BulkSuppression[]): Promise<Added[]> {
  if (entries.length === 0) return [];
  await lockSuppressions(environmentId);
  const at = new Date();
  return query<Added & Record<string, unknown>>('suppressions-add', ADD, [
    environmentId,
    at,
    entries.map(({ channel }) => channel),
    entries.map(({ channel, address }) => listedForm(channel, address)),
    entries.map(({ cause }) => cause),
    entries.map(({ note }) => note || null),
  ]);
}

const ADD = `
INSERT INTO suppressions (environment_id, created_at, channel, address, event, note)
SELECT DISTINCT ON (r.channel, r.address) $1, $2, r.channel, r.address, r.event, r.note
FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) WITH ORDINALITY AS r (channel, address, event, note, position)
ORDER BY r.channel, r.address, r.position
ON CONFLICT (environment_id, channel, address) DO NOTHING RETURNING channel, address`;

function countListed({ environmentId }: Ctx, entries: readonly BulkSuppression[]): Promise<number> {
  const listed = entries.map(({ channel, address }) => ({ channel, address: listedForm(channel, address) }));
  return prisma().suppression.count({ where: { environmentId, OR: listed } });
}

function auditOne(
  ctx: Ctx,
  action: 'suppressions.create' | 'suppressions.remove',
  { id, address }: Row,
  change: { before?: unknown; after?: unknown },
): Promise<void> {
  return audit(ctx, { action, resourceType: 'suppressions', resourceId: id, resourceLabel: address, ...change });
}
