/**
 * For tests: random triggers. Each is first a dry run, and is then triggered for real. The cases of one environment run
 * together.
 */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { dryRunEvent } from '#lib/events/dry-run.ts';
import { DryRunBody, DryRunResult } from '#lib/events/dry-run-schema.ts';
import { prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment, sampleIntegrations, trigger } from './engine.ts';
import {
  arrange,
  CASES_PER_WORLD,
  makeWorkflow,
  plannedRun,
  readRun,
  subjectOf,
  underWay,
  type WorldPlan,
  worldPlan,
} from './random-runs.ts';

export interface Compared {
  cases: number;
  /** The number of cases that were not compared, because an unfinished earlier run could still affect the run. */
  setAside: number;
  /** The differences, with all data for reproducing them. */
  differences: { plan: unknown; dry: unknown; real: unknown }[];
  /** The number of times that each reason decided about a step. */
  reasons: Map<string, number>;
}

/** Compares `count` random cases. `origin` responds to the requests of HTTP steps with `{}`. */
export async function compareRandomCases(seed: number, count: number, origin: string): Promise<Compared> {
  const compared: Compared = { cases: 0, setAside: 0, differences: [], reasons: new Map() };
  for (const world of fc.sample(worldPlan(), { seed, numRuns: Math.ceil(count / CASES_PER_WORLD) * 2 })) {
    if (compared.cases >= count) break;
    await compareWorld(world, origin, compared);
  }
  return compared;
}

async function compareWorld(world: WorldPlan, origin: string, compared: Compared): Promise<void> {
  const sample = await sampleEnvironment();
  const { ctx } = sample;
  await prisma().environment.updateMany({ where: { id: ctx.environmentId }, data: { failover: world.failover } });
  await sampleIntegrations(ctx, world.channels);
  const workflows: string[] = [];
  for (const plan of world.workflows) workflows.push(await makeWorkflow(ctx, plan));
  const planned = world.cases.map((plan, at) => subjectOf(plan, workflows[at % workflows.length] ?? '', origin));
  for (const subject of planned) await arrange(sample, subject);
  await sample.drain(new Date(Date.now() + 1_000));
  const busy = await underWay(ctx);
  const subjects = planned.filter(({ subscriberId }) => !busy.has(subscriberId));
  compared.setAside += planned.length - subjects.length;
  const dry: DryRunResult[] = [];
  for (const { body } of subjects) dry.push(await dryRunEvent(ctx, DryRunBody.parse(body)));
  const transactions: string[] = [];
  for (const {
    body: { name, ...body },
  } of subjects) {
    const { to, ...more } = body as { to: unknown };
    transactions.push((await trigger(ctx, name, to, more)).transactionId ?? '');
  }
  await sample.drain(new Date(sample.now().getTime() + 400 * 86_400_000));
  for (const [at, { plan, workflowId }] of subjects.entries()) {
    const real = await readRun(ctx, transactions[at] ?? '', AS_DRY);
    const played = plannedRun(DryRunResult.parse(dry[at]));
    compared.cases++;
    for (const { details } of real.steps) count(compared.reasons, details.at(-1));
    if (isDeepStrictEqual(played, real)) continue;
    const steps = world.workflows[workflows.indexOf(workflowId)];
    compared.differences.push({
      plan: { ...plan, workflow: steps, channels: world.channels, failover: world.failover },
      dry: played,
      real,
    });
  }
}

function count(counts: Map<string, number>, key = 'none'): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The reasons of real runs, and the reasons that dry runs have instead. */
const AS_DRY: Record<string, string> = { sent: 'would_send', sandboxed: 'would_send', requested: 'not_requested' };
