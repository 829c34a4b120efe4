import { setImmediate } from 'node:timers/promises';
import { authorise } from '#lib/api/authorise.ts';
import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { describeDraft, describeWorkflow, type RunnableWorkflow } from '#lib/events/triggered-workflow.ts';
import { isSensitiveRun, type Mark } from '#lib/notifications/sensitive-mark.ts';
import { workflowsShown } from '#lib/notifications/withheld.ts';
import { FairTurns } from '#lib/payload-schemas/fair-turns.ts';
import { draftWorkflow } from '#lib/workflows/drafts.ts';
import type { WorkflowRecord } from '#lib/workflows/query.ts';
import { requireWorkflow } from '#lib/workflows/require-workflow.ts';
import { shownTo, stepsShownTo } from '#lib/workflows/secrets.ts';
import { workflowNotFound } from '#lib/workflows/validation.ts';
import { changeOfRun, isAsRecorded, lacksResponse, type RunChange } from './compare.ts';
import { type Played, type ReplayData, ReplayTimeError, replayData, replayRun } from './play.ts';
import { newestRuns, type RecordedRun, recordedRuns } from './recorded-runs.ts';
import { MAX_SHOWN_DIFFERENCES, type ReplayBody, type ReplayResult } from './schema.ts';
import { differenceJson } from './wire.ts';

/** Limits of a replay in milliseconds, and the number of runs that are in memory together. */
const REPLAY_LIMITS = { totalMs: 25_000, runMs: 3_000, batch: 10 };

/** Limits concurrent replays, because each costs as much as many renderings. */
const turns = new FairTurns({
  running: 2,
  waiting: { works: 20, size: 20 },
  waitingOfKey: { works: 3, size: 3 },
  waitMs: 20_000,
});

/**
 * Plays the newest runs of a workflow twice: with the saved workflow and with a draft of it. Both replays use the run's
 * payload, clock and recorded responses, and the current subscribers, preferences and integrations, so every difference
 * comes from the draft. Nothing is written, sent or requested.
 *
 * @throws ApiError `not_found`; `unprocessable` as for PUT; `forbidden` for `reveal` without `messages:content`; 429 if
 * too many replays run.
 */
export async function replayDraft(ctx: Ctx, workflowId: string, body: ReplayBody): Promise<ReplayResult> {
  authorise(ctx.actor, 'workflows:read');
  authorise(ctx.actor, 'notifications:read');
  const versions = await versionsOf(ctx, workflowId, body);
  if (body.reveal) await recordReveal(ctx, versions.record);
  const replay = new Replay(ctx, versions, body.reveal ?? false);
  return turns.run(ctx.environmentId, 1, () => replay.through(body), tooManyReplays);
}

function tooManyReplays(): ApiError {
  return new ApiError('too_many_requests', 'Too many replays are running: retry later', {
    headers: { 'retry-after': '5' },
  });
}

interface Versions {
  record: WorkflowRecord;
  saved: RunnableWorkflow;
  draft: RunnableWorkflow;
  mark: Mark | undefined;
}

async function versionsOf(ctx: Ctx, workflowId: string, { workflow }: ReplayBody): Promise<Versions> {
  const { environmentId } = ctx;
  const record = await requireWorkflow(ctx, workflowId);
  const [draft, saved, marks] = await Promise.all([
    draftWorkflow(ctx, { ...workflow, workflowId: record.identifier }),
    describeWorkflow(environmentId, record.id),
    workflowsShown(ctx, [record.id]),
  ]);
  if (!saved) throw workflowNotFound(workflowId);
  // As in previews, rendered content must not contain a secret that the caller may not read.
  const steps = stepsShownTo(ctx, draft.workflow.steps);
  return {
    record,
    draft: await describeDraft(environmentId, { ...draft.workflow, steps }),
    saved: {
      ...saved,
      steps: saved.steps.map((step) => ({ ...step, controls: shownTo(ctx, step.type, step.controls) })),
    },
    mark: marks.get(record.id),
  };
}

async function recordReveal(ctx: Ctx, { id, name }: WorkflowRecord): Promise<void> {
  authorise(ctx.actor, 'messages:content');
  await audit(ctx, { action: 'workflows.reveal', resourceType: 'workflows', resourceId: id, resourceLabel: name });
}

class Replay {
  readonly #ctx: Ctx;
  readonly #versions: Versions;
  readonly #reveals: boolean;
  readonly #result: ReplayResult = {
    runs: 0,
    same: 0,
    changes: { rejected: 0, fails: 0, skipped: 0, sent: 0, texts: 0, other: 0 },
    unfinished: 0,
    unlikeRecord: 0,
    withoutResponse: 0,
    differences: [],
    isPartial: false,
  };

  constructor(ctx: Ctx, versions: Versions, reveals: boolean) {
    this.#ctx = ctx;
    this.#versions = versions;
    this.#reveals = reveals;
  }

  async through({ limit, before }: ReplayBody): Promise<ReplayResult> {
    const { environmentId } = this.#ctx;
    const untilMs = performance.now() + REPLAY_LIMITS.totalMs;
    const found = await newestRuns(environmentId, this.#versions.saved.id, { limit: limit + 1, before });
    const ids = found.slice(0, limit);
    let last: string | undefined;
    for (let at = 0; at < ids.length && performance.now() < untilMs; at += REPLAY_LIMITS.batch) {
      const batch = ids.slice(at, at + REPLAY_LIMITS.batch);
      const runs = await recordedRuns(environmentId, batch);
      const data = await replayData(environmentId, runs);
      for (const run of runs) await this.#replay(run, data);
      last = batch.at(-1);
    }
    const isPartial = last !== ids.at(-1);
    const next = isPartial || found.length > limit ? (last ?? before) : undefined;
    return { ...this.#result, isPartial, ...(next !== undefined && { next }) };
  }

  async #replay(run: RecordedRun, data: ReplayData): Promise<void> {
    const { saved, draft } = this.#versions;
    const untilMs = performance.now() + REPLAY_LIMITS.runMs;
    try {
      const played = await replayRun(run, saved, data, untilMs);
      this.#count(run, played, await replayRun(run, draft, data, untilMs), data);
    } catch (error) {
      if (!(error instanceof ReplayTimeError)) throw error;
      this.#result.unfinished++;
    }
    // Lets other requests run between two replays.
    await setImmediate();
  }

  #count(run: RecordedRun, saved: Played, draft: Played, data: ReplayData): void {
    const result = this.#result;
    result.runs++;
    if (!isAsRecorded(run, saved)) result.unlikeRecord++;
    if (lacksResponse(saved) || lacksResponse(draft)) result.withoutResponse++;
    const change = changeOfRun(saved, draft);
    if (!change) {
      result.same++;
      return;
    }
    result.changes[change.change]++;
    if (result.differences.length < MAX_SHOWN_DIFFERENCES) result.differences.push(this.#difference(run, change, data));
  }

  #difference(run: RecordedRun, change: RunChange, data: ReplayData) {
    const isWithheld = !this.#reveals && isSensitiveRun(this.#versions.mark, run.row.id);
    return differenceJson({
      run,
      change,
      isWithheld,
      subscriber: data.recipients.get(run.row.subscriberId),
      workflow: this.#versions.saved.name,
    });
  }
}
