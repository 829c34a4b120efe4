/**
 * Advances erasures in the oldest worker. Each batch and the new position commit together, so a killed worker loses at
 * most one batch, and the next worker continues. Raw statement: a row lock.
 */
import { findErasures } from '#lib/engine/queue/everywhere.ts';
import { logger } from '#lib/logger.ts';
import { json, prisma, query, transaction } from '#lib/postgres/db.ts';
import { openIdentity, sealIdentity } from './identity.ts';
import { STAGES } from './stages.ts';

/** Milliseconds of work in one turn of an environment. Other upkeep runs between two turns. */
const TURN_MS = 400;
/** Milliseconds after the request. By then, every transaction that was running at the time of the request has ended. */
export const SETTLE_MS = 60_000;

export interface AdvanceOptions {
  now?: Date;
  /** Called before each batch. Returns whether the turn has to end. */
  isOver?: () => boolean;
}

/** Processes batches of each running erasure. */
export async function advanceErasures({ now = new Date(), isOver = timeLimit() }: AdvanceOptions = {}): Promise<void> {
  for (const environmentId of await findErasures()) {
    try {
      while (!isOver() && (await advanceErasure(environmentId, now)));
    } catch (error) {
      logger().warn({ error, environmentId }, 'Erasure batch failed');
    }
  }
}

interface Locked {
  id: string;
  identity: string;
  stage: string;
  cursor: string | null;
  counts: Record<string, number>;
  createdAt: Date;
}

/** Processes the next batch of the environment’s oldest erasure. @returns whether another batch may follow. */
function advanceErasure(environmentId: string, now: Date): Promise<boolean> {
  return transaction(async () => {
    const erasure = await lockOldest(environmentId);
    if (!erasure) return false;
    const { id } = erasure;
    const at = STAGES.findIndex(({ name }) => name === erasure.stage);
    const stage = STAGES[at];
    if (!stage) throw new Error(`The erasure ${id} has the unknown stage ${erasure.stage}`);
    if (stage.waits && now.getTime() - erasure.createdAt.getTime() < SETTLE_MS) return false;
    const identity = openIdentity(erasure.identity, { environmentId, id });
    const done = await stage.run({ environmentId, identity, cursor: erasure.cursor });
    const next = done.cursor === null ? STAGES[at + 1] : stage;
    const isNew = done.identity !== undefined && done.identity !== identity;
    await prisma().erasure.updateMany({
      where: { environmentId, id },
      data: {
        ...(next ? { stage: next.name, cursor: done.cursor } : { status: 'done', cursor: null, endedAt: new Date() }),
        identity: next
          ? isNew
            ? sealIdentity(done.identity ?? identity, { environmentId, id })
            : erasure.identity
          : null,
        counts: json(added(erasure.counts, done.counts)) as object,
        updatedAt: new Date(),
      },
    });
    return true;
  });
}

/** Locks the oldest running erasure whose row no other worker has locked. */
async function lockOldest(environmentId: string): Promise<Locked | undefined> {
  const [row] = await query<Locked & Record<string, unknown>>(
    'erasures-lock',
    `SELECT id, identity, stage, cursor, counts, created_at AS "createdAt" FROM erasures
     WHERE environment_id = $1 AND status = 'running' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [environmentId],
  );
  return row;
}

function added(counts: Record<string, number>, more: Record<string, number>): Record<string, number> {
  const sum = { ...counts };
  for (const [table, count] of Object.entries(more)) if (count > 0) sum[table] = (sum[table] ?? 0) + count;
  return sum;
}

function timeLimit(): () => boolean {
  const end = performance.now() + TURN_MS;
  return () => performance.now() >= end;
}
