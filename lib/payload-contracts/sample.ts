import { loadPayloads } from '#lib/engine/load/payloads.ts';
import { idBounds, idCeil, idFloor, idTime } from '#lib/id.ts';
import { findAnyIds, findSnapshotIds } from '#lib/notifications/list/query.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { SampledPayload } from './seen.ts';

/** The largest number of runs, newest first, and of triggers of these runs, that are read. */
const RUNS = 1_000;
const TRIGGERS = 200;

export interface Sample {
  /** The payloads, the newest first. */
  payloads: SampledPayload[];
  transactionIds: ReadonlySet<string>;
  /** Whether there are no older runs. */
  isWhole: boolean;
}

const NOTHING: Sample = { payloads: [], transactionIds: new Set(), isWhole: true };

/** Reads the payloads of the newest triggers of a workflow, one per trigger. */
export async function readSample(environmentId: string, workflowId: string): Promise<Sample> {
  const snapshotIds = await findSnapshotIds(environmentId, { workflowIds: [workflowId] });
  if (snapshotIds.length === 0) return NOTHING;
  const range = { floor: idFloor(new Date(0)), ceiling: idCeil(new Date()) };
  const ids = await findAnyIds([{ environmentId, snapshotIds, ...range }], { offset: 0, limit: RUNS });
  if (ids.length === 0) return NOTHING;
  const [floor, ceiling] = idBounds(ids);
  const rows = await prisma().notification.findMany({
    where: { environmentId, AND: [{ id: { in: ids } }, { id: { gte: floor, lt: ceiling } }] },
    orderBy: { id: 'desc' },
    select: { id: true, transactionId: true, payloadId: true, payload: true },
  });
  const triggers = [...new Map(rows.map((row) => [row.transactionId, row])).values()];
  const read = triggers.sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, TRIGGERS);
  const shared = await loadPayloads(
    environmentId,
    read.map(({ payloadId }) => payloadId),
  );
  return {
    payloads: read.map(({ id, payload, payloadId }) => ({
      at: idTime(id),
      payload: payload ?? (payloadId === null ? null : shared.get(payloadId)?.payload) ?? {},
    })),
    transactionIds: new Set(read.map(({ transactionId }) => transactionId)),
    isWhole: ids.length < RUNS && triggers.length <= TRIGGERS,
  };
}
