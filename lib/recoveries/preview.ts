/** Counts the results that a recovery would have, by playing the failed steps in memory. Nothing is written or sent. */
import type { Ctx } from '#lib/api/context.ts';
import { loadRuns } from '#lib/engine/load/runs.ts';
import { type DryRunTools, playRun } from '#lib/engine/play-run.ts';
import { type ClaimedWork, LANES } from '#lib/engine/queue/work.ts';
import type { RunContext, RunJob } from '#lib/engine/run-context.ts';
import { dryRunTools } from '#lib/events/dry-run.ts';
import { actorName } from '#lib/events/end-runs.ts';
import { idBounds, idFloor, idTime } from '#lib/id.ts';
import { addressAllowedAt } from '#lib/notifications/retry/locked-run.ts';
import { firstClaim } from '#lib/notifications/retry/requeue.ts';
import { unknownAttempts } from '#lib/notifications/status/unknown-attempts.ts';
import { prisma } from '#lib/postgres/db.ts';
import { type Reason, type ReasonCode, reasonFor } from '#lib/reasons/registry.ts';
import { ProcessorBusyError } from '#lib/rendering/within-time.ts';
import { isDelivery } from '#lib/steps/labels.ts';
import { countRuns, failedRuns, newestRuns } from './failed-runs.ts';
import { type Changes, likelyFailure, readChanges } from './likely-failure.ts';
import { recoverableRuns } from './recoverable.ts';
import type { PreviewRecoveryBody, ReasonCount, RecoveryPreview } from './schema.ts';

/** At most this many runs are counted, the newest first. */
const MAX_RUNS = 1_000;
const BATCH = 50;
/** Milliseconds after which counting stops. */
const LIMIT_MS = 2_000;

/**
 * Counts the results that a recovery of the filter would have now, with the current subscribers, preferences,
 * suppressions and integrations.
 *
 * @param limitMs for tests.
 * @throws ApiError `bad_request` for bad dates.
 */
export async function previewRecovery(
  ctx: Ctx,
  { filter }: PreviewRecoveryBody,
  limitMs = LIMIT_MS,
): Promise<RecoveryPreview> {
  const { environmentId } = ctx;
  const at = new Date();
  const runs = await failedRuns(environmentId, filter, at);
  const counts = new Counts();
  const total = runs ? await countRuns(runs) : 0;
  const ids = runs ? await newestRuns(runs, MAX_RUNS) : [];
  const until = performance.now() + limitMs;
  const request = { actor: actorName(ctx.actor), at, addressAllowedAt: addressAllowedAt(ctx, at) };
  const tools = dryRunTools(environmentId);
  for (let first = 0; first < ids.length; first += BATCH) {
    const isOver = await countBatch(
      { environmentId, request, tools, until, counts },
      ids.slice(first, first + BATCH),
      filter,
    );
    if (isOver) break;
  }
  return counts.result(total);
}

interface Counting {
  environmentId: string;
  request: { actor: string; at: Date; addressAllowedAt: Date | null };
  tools: DryRunTools;
  /** On the clock of `performance.now()`. */
  until: number;
  counts: Counts;
}

/** Counts the runs of a batch. @returns whether the time is over. Only whole runs are counted. */
async function countBatch(
  counting: Counting,
  ids: readonly string[],
  { channels }: PreviewRecoveryBody['filter'],
): Promise<boolean> {
  const { environmentId, until, counts } = counting;
  const runs = await recoverableRuns(environmentId, ids, channels);
  const steps = [...runs].flatMap(([id, run]) => ('steps' in run ? run.steps.map((job) => ({ id, job })) : []));
  const [contexts, changes, uncertain] = await Promise.all([
    loadSteps(counting, steps),
    readChanges(environmentId, steps),
    uncertainSteps(environmentId, steps),
  ]);
  for (const id of ids) {
    if (performance.now() > until) return true;
    const run = runs.get(id);
    if (!run || 'obstacle' in run) counts.obstacle(run?.obstacle ?? '');
    else {
      const results = await playSteps(counting, contexts.get(id) ?? [], changes);
      if (!results) return true;
      counts.played(results, 'steps' in run && run.steps.some((job) => uncertain.has(job.id)));
    }
  }
  return false;
}

/** Returns the IDs of steps whose message may have arrived, because the outcome of an attempt is unknown. */
async function uncertainSteps(
  environmentId: string,
  steps: readonly { id: string; job: RunJob }[],
): Promise<Set<string>> {
  // In-app messages are stored only once.
  const sending = steps.filter(({ job: { step } }) => isDelivery(step.type) && step.type !== 'in_app');
  if (sending.length === 0) return new Set();
  const notificationId = { in: [...new Set(sending.map(({ id }) => id))].sort() };
  const jobId = { in: sending.map(({ job }) => job.id) };
  const details = await prisma().executionDetail.findMany({
    where: { environmentId, notificationId, jobId, id: { gte: idBounds(notificationId.in)[0] }, isTest: false },
    select: { jobId: true, reason: true },
    orderBy: { id: 'asc' },
  });
  const byJob = Map.groupBy(details, (detail) => detail.jobId);
  return new Set([...byJob].flatMap(([id, of]) => (unknownAttempts(of.map(({ reason }) => reason)) ? [id] : [])));
}

/** Returns the contexts that a worker would load for the failed steps, grouped by run. */
async function loadSteps(
  { environmentId, request }: Counting,
  steps: readonly { id: string; job: RunJob }[],
): Promise<Map<string, { run: RunContext; firstClaimedAt: Date | undefined }[]>> {
  if (steps.length === 0) return new Map();
  const claims = await firstClaims(environmentId, steps);
  const works = steps.map(({ id, job }) => workOf(request, { environmentId, id, job, at: claims.get(job.id) }));
  const loaded = await loadRuns(environmentId, works);
  const contexts = loaded.flatMap((run, index) => {
    const job = steps[index]?.job;
    return run && job ? [{ run, firstClaimedAt: claims.get(job.id) }] : [];
  });
  return Map.groupBy(contexts, ({ run }) => run.notification.id);
}

async function firstClaims(
  environmentId: string,
  steps: readonly { id: string; job: RunJob }[],
): Promise<Map<string, Date | undefined>> {
  const ids = [...new Set(steps.map(({ id }) => id))].sort();
  const messages = await prisma().message.findMany({
    where: { environmentId, notificationId: { in: ids }, id: { gte: idFloor(idTime(ids[0] ?? '')) } },
    select: { id: true, jobId: true },
  });
  const byJob = Map.groupBy(messages, ({ jobId }) => jobId);
  return new Map(steps.map(({ job }) => [job.id, firstClaim(byJob.get(job.id) ?? [])]));
}

/** Returns the queue's row of a step that is retried. A second claim makes `loadRuns` read the earlier messages. */
function workOf(
  { at: now, addressAllowedAt }: Counting['request'],
  { environmentId, id, job, at = now }: { environmentId: string; id: string; job: RunJob; at: Date | undefined },
): ClaimedWork {
  return {
    ...{ environmentId, jobId: job.id, notificationId: id, lane: LANES.fanout, readyAt: now, addressAllowedAt },
    ...{ claims: 2, attempts: 0, firstClaimedAt: at, seriesStartedAt: now, deaths: 0 },
  };
}

/** The result that a step would have now, and its reason. */
interface PlayedStep {
  end: (typeof ENDS)[number];
  code: ReasonCode;
}

/** The ends of a step, the best first. */
const ENDS = ['sent', 'waits', 'likely', 'skipped', 'failed'] as const;

/** The ends of steps that send a request to the provider, now or later. */
const SENDS: ReadonlySet<PlayedStep['end']> = new Set(['sent', 'waits', 'likely']);

function endOf(run: RunContext, played: RunJob, changes: Changes): PlayedStep {
  const code = codeOf(played.reason);
  if (played.status === 'failed') return { end: 'failed', code };
  if (played.status === 'skipped' || played.status === 'canceled') return { end: 'skipped', code };
  const integration = run.integrations.find(({ id }) => id === played.integrationId);
  if (integration?.breaker && !integration.sandbox) return { end: 'waits', code: 'provider_unavailable' };
  // A played step in sandbox mode already has the response of the sandbox.
  const likely = integration?.sandbox ? undefined : likelyFailure(run, run.job, played, changes);
  return likely ? { end: 'likely', code: likely } : { end: 'sent', code };
}

/** Returns the results that the steps would have. Undefined if the machine is too busy to play them. */
async function playSteps(
  counting: Counting,
  steps: readonly { run: RunContext; firstClaimedAt: Date | undefined }[],
  changes: Changes,
): Promise<PlayedStep[] | undefined> {
  const ends: PlayedStep[] = [];
  try {
    for (const { run, firstClaimedAt } of steps)
      ends.push(endOf(run, await playStep(counting, run, firstClaimedAt), changes));
  } catch (error) {
    if (error instanceof ProcessorBusyError) return undefined;
    throw error;
  }
  return ends;
}

async function playStep(
  { request, tools }: Counting,
  { job, attempt, ...run }: RunContext,
  firstClaimedAt: Date | undefined,
): Promise<RunJob> {
  const { at, actor } = request;
  const reason = reasonFor('retry_requested', { actor, at: at.toISOString() });
  const queued: RunJob = { ...job, status: 'queued', reason, attempts: 0 };
  const jobs = run.jobs.map((each) => (each.id === job.id ? queued : each));
  const again = { jobId: job.id, firstClaimedAt, addressAllowedAt: attempt.addressAllowedAt };
  const { steps } = await playRun({ ...run, jobs }, at, tools, again);
  return steps.find((step) => step.job.id === job.id)?.job ?? queued;
}

/** The counts of a preview. */
class Counts {
  readonly #obstacles = new Map<string, number>();
  #uncertain = 0;
  readonly #runs = new Map(ENDS.map((end) => [end, new Map<ReasonCode, number>()]));

  obstacle(text: string): void {
    add(this.#obstacles, text);
  }

  /**
   * Counts a run by its best step. A run without a played step counts as failed.
   *
   * @param isUncertain whether a message of the run may have arrived already.
   */
  played(steps: readonly PlayedStep[], isUncertain: boolean): void {
    const best = ENDS.flatMap((end) => steps.find((step) => step.end === end) ?? [])[0];
    const end = best?.end ?? 'failed';
    add(this.#of(end), best?.code ?? codeOf(undefined));
    if (isUncertain && SENDS.has(end)) this.#uncertain++;
  }

  result(total: number): RecoveryPreview {
    const retryable = ENDS.reduce((sum, end) => sum + sumOf(this.#of(end)), 0);
    const failed = retryable + sumOf(this.#obstacles);
    return {
      ...{ total: Math.max(total, failed), failed, retryable, wouldSend: sumOf(this.#of('sent')) },
      wouldWait: sumOf(this.#of('waits')),
      likelyToFail: this.#byCode('likely'),
      wouldSkip: this.#byCode('skipped'),
      wouldFail: this.#byCode('failed'),
      notRetryable: listOf(this.#obstacles).map(([reason, count]) => ({ reason, count })),
      mayHaveArrived: this.#uncertain,
      isPartial: failed < total,
    };
  }

  #byCode(end: PlayedStep['end']): ReasonCount[] {
    return listOf(this.#of(end)).map(([code, count]) => ({ code, count }));
  }

  #of(end: PlayedStep['end']): Map<ReasonCode, number> {
    return this.#runs.get(end) as Map<ReasonCode, number>;
  }
}

function codeOf(reason: Reason | undefined): ReasonCode {
  return reason?.code ?? 'unrecorded';
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sumOf(counts: ReadonlyMap<unknown, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** Returns the counts, the highest first. */
function listOf<Key>(counts: ReadonlyMap<Key, number>): [Key, number][] {
  return [...counts].sort(([, one], [, other]) => other - one);
}
