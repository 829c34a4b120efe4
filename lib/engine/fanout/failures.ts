import { newId } from '#lib/id.ts';
import { json, prisma, transaction } from '#lib/postgres/db.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import type { FanoutPlace } from './queue.ts';

const MAX_FAILURES = 16;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 600_000;

/**
 * Counts a failure of the next batch. The fan-out waits, twice as long after each failure, so that other fan-outs of
 * the environment continue. After 16 failures in a row the fan-out ends as a rejected trigger, and Explain shows its
 * reason. Failures that the database cannot record, because it does not respond or rejects writes, do not count.
 *
 * @returns when the batch is retried. Undefined if the fan-out ended.
 */
export function failBatch({ environmentId, id }: Omit<FanoutPlace, 'readyAt'>, now: Date): Promise<Date | undefined> {
  return transaction(async () => {
    const where = { environmentId_id: { environmentId, id } };
    const [fanout] = await prisma().fanout.updateManyAndReturn({
      where: { environmentId, id },
      data: { failures: { increment: 1 } },
    });
    if (!fanout) return undefined;
    if (fanout.failures < MAX_FAILURES) {
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (fanout.failures - 1));
      const readyAt = new Date(now.getTime() + pause);
      await prisma().fanout.update({ where, data: { readyAt } });
      return readyAt;
    }
    await prisma().fanout.delete({ where });
    await keepFailure(fanout, now);
    return undefined;
  });
}

interface Failed {
  environmentId: string;
  transactionId: string;
  /** Workflow.id */
  workflowId: string;
  reached: number;
}

async function keepFailure({ environmentId, transactionId, workflowId, reached }: Failed, now: Date): Promise<void> {
  const workflow = await prisma().workflow.findFirst({ where: { environmentId, id: workflowId } });
  const reason = reasonFor('fanout_failed', { count: reached });
  await prisma().triggerRefusal.create({
    data: {
      environmentId,
      id: newId(now),
      workflow: workflow?.identifier ?? workflowId,
      transactionId,
      code: reason.code,
      reason: json(reason),
      recipients: [],
      createdAt: now,
    },
  });
}
