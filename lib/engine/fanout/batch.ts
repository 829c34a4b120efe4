/**
 * Creates the runs of a fan-out in batches of subscribers. The cursor moves in the transaction that creates the batch's
 * runs, so each subscriber gets one run even if a worker dies.
 */
import { hotTransaction } from '#lib/postgres/db.ts';
import { BATCH, chosenMembers, readMembers, unmetConditions } from './members.ts';
import { type FanoutPlace, isBusy, lockFanout, saveProgress } from './queue.ts';
import { enterRuns } from './runs.ts';

/**
 * Creates the runs of the next batch.
 *
 * @returns false when there is nothing to do now: another worker holds the fan-out, it is not due, or the environment
 * has enough due jobs.
 */
export async function advanceFanout({ environmentId, id }: FanoutPlace, now: Date): Promise<boolean> {
  if (await isBusy(environmentId, now)) return false;
  return hotTransaction(async () => {
    const fanout = await lockFanout(environmentId, id, now);
    if (!fanout) return false;
    const members = await readMembers(fanout);
    const chosen = chosenMembers(members, fanout);
    const ended = await unmetConditions(fanout, chosen, now);
    const payloadId = chosen.length > 0 ? await enterRuns(fanout, chosen, ended, now) : fanout.payloadId;
    const cursor = members.length < BATCH ? undefined : members.at(-1)?.id;
    await saveProgress(fanout, { cursor, made: chosen.length, payloadId }, now);
    return true;
  });
}
