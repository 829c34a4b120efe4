import { claimWork, type Holder, LANES } from '#lib/engine/queue/work.ts';
import { prepareRecording } from '#lib/engine/record/record.ts';
import { newId } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import { prepareRendering } from '#lib/rendering/render-step.ts';
import { loadRuns } from './runs.ts';

/** No environment has this ID. */
const NOWHERE = '';

/**
 * Runs the statements of a delivery for an environment without work, and renders samples. PostgreSQL then plans the
 * statements, and this process compiles its code, before the worker claims jobs. Otherwise its first jobs would wait
 * while another worker is warm. Prisma's first statement blocks the process for half a second. It would otherwise run
 * when a circuit breaker opens or maintenance begins.
 */
export async function warmUp(now: Date, most: number): Promise<void> {
  const holder: Holder = { workerId: newId(now), now, leaseMs: 0 };
  await Promise.all([
    claimWork({ environmentId: NOWHERE, lane: LANES.normal }, holder, most),
    loadRuns(NOWHERE, []),
    prepareRecording(holder),
    prepareRendering(),
    prisma().circuitBreaker.findFirst({ where: { environmentId: NOWHERE } }),
  ]);
}
