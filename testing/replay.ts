/**
 * For tests: random triggers that the engine runs for real, and then replays of these runs with the same version of the
 * workflow. The replays use the clock, the data and the HTTP responses of the run.
 */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Ctx } from '#lib/api/context.ts';
import { dryRunJson } from '#lib/events/dry-run-wire.ts';
import { describeDraft, describeWorkflow, type RunnableWorkflow } from '#lib/events/triggered-workflow.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { prisma } from '#lib/postgres/db.ts';
import { replayData, replayRun } from '#lib/replay/play.ts';
import { newestRuns, recordedRuns } from '#lib/replay/recorded-runs.ts';
import { replayDraft } from '#lib/replay/service.ts';
import { draftWorkflow } from '#lib/workflows/drafts.ts';
import type { UpdateWorkflowBody } from '#lib/workflows/schema.ts';
import { getWorkflow, updateWorkflow } from '#lib/workflows/service.ts';
import { type Sample, sampleEnvironment, sampleIntegrations, trigger } from './engine.ts';
import {
  arrange,
  CASES_PER_WORLD,
  type CasePlan,
  makeWorkflow,
  plannedRun,
  readRun,
  type Story,
  type Subject,
  subjectOf,
  type Variants,
  type WorldPlan,
  worldPlan,
} from './random-runs.ts';
import type { Answer, Received } from './vendor-server.ts';

export interface Replayed {
  cases: number;
  /** The number of cases whose replay with a draft was compared with a real run of the saved draft. */
  drafts: number;
  /** The differences, with all data for reproducing them. */
  differences: { plan: unknown; replayed: unknown; real: unknown }[];
  /** The number of times that each reason decided about a step. */
  reasons: Map<string, number>;
}

const ORDER = { type: 'object', properties: { order: { type: 'string', default: 'none' } } };

/** Steps whose result depends on the responses of HTTP steps, and on the time. */
const VARIANTS: Variants = {
  http_request: [
    ...['list', 'text', 'missing', 'flaky', 'large', 'number', 'down'].map((path) => ({
      url: `{{ payload.origin }}/${path}`,
    })),
    { url: '{{ payload.origin }}/number', enforceSchemaValidation: true, responseBodySchema: ORDER },
    { enforceSchemaValidation: true, responseBodySchema: ORDER },
    { url: '{{ payload.origin }}/missing', continueOnFailure: true },
    { url: 'http://192.0.2.1/' },
  ],
  sms: [{ body: 'Order {{ steps.http_request.order }}, {{ "now" | date: "%d %H:%M" }}' }],
  email: [
    { subject: 'Order {{ steps.http_request.order }}', skip: { '==': [{ var: 'steps.http_request.order' }, 'A-1'] } },
  ],
  in_app: [{ subject: 'At {{ steps.digest.events[0].time }}', body: '{{ steps.digest.events | size }}' }],
};

const ATTEMPTS = new Map<string, number>();

/** Returns the response of the server for HTTP steps. It depends on the path and on the attempt. */
export function answerOf({ path, headers }: Received): Answer {
  const key = String(headers['idempotency-key']);
  const attempt = (ATTEMPTS.get(key) ?? 0) + 1;
  ATTEMPTS.set(key, attempt);
  const order = { status: 200, body: { order: 'A-1', total: 3 } };
  switch (path) {
    case '/list':
      return { status: 200, body: [1, 2] };
    case '/text':
      return { status: 200, body: 'no JSON' };
    case '/missing':
      return { status: 404, body: { message: 'No such order' } };
    case '/number':
      return { status: 200, body: { order: 5 } };
    case '/large':
      return { status: 200, body: { order: 'A-1', more: 'x'.repeat(6_000) } };
    case '/flaky':
      return attempt === 1 ? { status: 503, body: 'Soon' } : order;
    case '/down':
      return { status: 503, body: 'Down' };
    default:
      return order;
  }
}

/** Runs and replays `count` random cases. `origin` is the origin of a server that responds with `answerOf`. */
export async function replayRandomCases(seed: number, count: number, origin: string): Promise<Replayed> {
  const replayed: Replayed = { cases: 0, drafts: 0, differences: [], reasons: new Map() };
  const worlds = fc.sample(fc.tuple(worldPlan(VARIANTS), edits), {
    seed,
    numRuns: Math.ceil(count / CASES_PER_WORLD) * 2,
  });
  for (const [world, changes] of worlds) {
    if (replayed.cases >= count) break;
    await replayWorld(world, changes, origin, replayed);
  }
  return replayed;
}

async function replayWorld(world: WorldPlan, changes: Edits, origin: string, replayed: Replayed): Promise<void> {
  const sample = await sampleEnvironment();
  const { ctx } = sample;
  await prisma().environment.updateMany({ where: { id: ctx.environmentId }, data: { failover: world.failover } });
  await sampleIntegrations(ctx, world.channels);
  const workflows: string[] = [];
  for (const plan of world.workflows) workflows.push(await makeWorkflow(ctx, plan));
  const subjects = world.cases.map((plan, at) =>
    subjectOf(withFixedData(plan), workflows[at % workflows.length] ?? '', origin),
  );
  for (const subject of subjects) await arrange(sample, subject);
  await sample.drain(new Date(Date.now() + 1_000));
  const transactions = await runAll(sample, subjects);
  const plans: object[] = world.workflows.map((workflow) => ({ ...world, workflow, workflows: [], cases: [] }));
  for (const [at, workflowId] of workflows.entries()) {
    const workflow = await savedWorkflow(ctx, workflowId);
    await assertNoChange(ctx, workflowId);
    for (const { transactionId, run } of await replaysOf(ctx, workflow)) {
      const subject = transactions.get(transactionId);
      // Skip runs that are not the run of a case: later triggers may have changed the subscriber of an earlier run.
      if (!subject) continue;
      const real = await readRun(ctx, transactionId, AS_PLAYED);
      replayed.cases++;
      for (const { details } of real.steps) count(replayed.reasons, details.at(-1));
      if (isDeepStrictEqual(run, real)) continue;
      replayed.differences.push({ plan: { ...subject.plan, ...plans[at] }, replayed: run, real });
    }
  }
  await replayDrafts({ sample, subjects, workflows, changes, transactions, plans }, replayed);
}

interface DraftWorld {
  sample: Sample;
  subjects: Subject[];
  workflows: string[];
  changes: Edits;
  /** The cases by the transaction of their run. */
  transactions: ReadonlyMap<string, Subject>;
  plans: object[];
}

/**
 * Replays the runs with a draft of each workflow, saves the drafts, and runs the cases again for real. Uses only cases
 * without earlier runs, because their windows are emptied before the second run.
 */
async function replayDrafts(world: DraftWorld, replayed: Replayed): Promise<void> {
  const { sample, subjects, workflows, changes, transactions, plans } = world;
  const { ctx } = sample;
  const predicted = new Map<Subject, Story>();
  for (const [at, workflowId] of workflows.entries()) {
    const body = edited(JSON.parse((await getWorkflow(ctx, workflowId)).text), changes[at] ?? []);
    const { workflow } = await draftWorkflow(ctx, { ...body, workflowId });
    for (const { transactionId, run } of await replaysOf(ctx, await describeDraft(ctx.environmentId, workflow))) {
      const subject = transactions.get(transactionId);
      // Skip a run in which only the draft reaches an HTTP step, because its record has no response.
      const lacksResponse = run.steps.some(({ details }) => details.includes('not_requested'));
      if (subject?.plan.earlier === 0 && !lacksResponse) predicted.set(subject, run);
    }
    await updateWorkflow(ctx, workflowId, body);
  }
  const where = { environmentId: ctx.environmentId };
  await prisma().digestWindow.deleteMany({ where });
  await prisma().throttleWindow.deleteMany({ where });
  sample.moveTo(new Date());
  const again = await runAll(
    sample,
    subjects.filter((subject) => predicted.has(subject)),
  );
  for (const [transactionId, subject] of again) {
    const real = await readRun(ctx, transactionId, AS_PLAYED);
    const run = predicted.get(subject);
    replayed.drafts++;
    if (isDeepStrictEqual(run, real)) continue;
    const at = workflows.indexOf(subject.workflowId);
    replayed.differences.push({ plan: { ...subject.plan, ...plans[at], edits: changes[at] }, replayed: run, real });
  }
}

/** The changes of each step, for each workflow. */
type Edits = { text: boolean; skip: boolean; drop: boolean }[][];

const edit = fc.record({
  text: fc.boolean(),
  skip: fc.integer({ min: 0, max: 3 }).map((number) => number === 0),
  drop: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
});
const edits: fc.Arbitrary<Edits> = fc.array(fc.array(edit, { minLength: 5, maxLength: 5 }), {
  minLength: 5,
  maxLength: 5,
});

/**
 * Replacement texts by step type. Texts that contain the time of the run are always replaced, because the second run is
 * later.
 */
const TEXTS: Readonly<Record<string, JsonObject>> = {
  sms: { body: 'New code {{ payload.code }} {{ steps.http_request.order }}' },
  in_app: { subject: 'New', body: '{{ steps.digest.eventCount }} {{ actor.firstName }}' },
  email: { subject: 'New for {{ subscriber.firstName }}', body: '<p>{{ steps.http_request.order }}</p>' },
  push: { body: 'New {{ payload.code }}' },
  chat: { body: 'New {{ subscriber.data.nick }}' },
  custom: { custom: { plan: 'new {{ payload.plan }}' } },
};
const ALWAYS = ['sms', 'in_app'];

interface WrittenStep {
  _id: string;
  stepId: string;
  name: string;
  type: string;
  controls: { values: JsonObject };
}

/**
 * Returns the body of a draft with changed texts and skip rules, and without some of the steps. At least one step
 * remains.
 */
function edited({ name, steps }: { name: string; steps: WrittenStep[] }, changes: Edits[number]): UpdateWorkflowBody {
  const kept = steps.map(({ _id, stepId, name: step, type, controls: { values } }, at) => {
    const { text, skip } = changes[at] ?? { text: false, skip: false };
    const texts = text || ALWAYS.includes(type) ? TEXTS[type] : {};
    return { _id, stepId, name: step, type, controlValues: { ...values, ...texts, ...(skip && { skip: PRO }) } };
  });
  const left = kept.filter((_, at) => !changes[at]?.drop);
  return { name, steps: left.length > 0 ? left : kept } as UpdateWorkflowBody;
}

const PRO = { '==': [{ var: 'payload.plan' }, 'pro'] };

/** Changes the case so that an earlier run does not remove a device that the compared run uses. */
function withFixedData(plan: CasePlan): CasePlan {
  return plan.earlier > 0 ? { ...plan, tokens: plan.tokens.filter((token) => token !== 'sandbox-gone') } : plan;
}

/** Runs every case to its end. @returns the cases by transaction. */
async function runAll(sample: Sample, subjects: readonly Subject[]): Promise<Map<string, Subject>> {
  const { ctx } = sample;
  const devices = await prisma().subscriberChannel.findMany({ where: { environmentId: ctx.environmentId } });
  const transactions = new Map<string, Subject>();
  for (const subject of subjects) {
    const { name, to, ...more } = subject.body as { name: string; to?: unknown };
    transactions.set((await trigger(ctx, name, to, more)).transactionId ?? '', subject);
  }
  await sample.drain(new Date(sample.now().getTime() + 400 * 86_400_000));
  // Restore devices that a run removed, because its replay starts with the data that the run found.
  for (const { environmentId, id, deviceTokens } of devices)
    await prisma().subscriberChannel.updateMany({ where: { environmentId, id }, data: { deviceTokens } });
  return transactions;
}

async function savedWorkflow({ environmentId }: Ctx, identifier: string): Promise<RunnableWorkflow> {
  const { id } = await prisma().workflow.findFirstOrThrow({ where: { environmentId, identifier } });
  return (await describeWorkflow(environmentId, id)) as RunnableWorkflow;
}

async function replaysOf(
  { environmentId }: Ctx,
  workflow: RunnableWorkflow,
): Promise<{ transactionId: string; run: Story }[]> {
  const runs = await recordedRuns(environmentId, await newestRuns(environmentId, workflow.id, { limit: 200 }));
  const data = await replayData(environmentId, runs);
  const replays: { transactionId: string; run: Story }[] = [];
  for (const run of runs) {
    const played = await replayRun(run, workflow, data, performance.now() + 60_000);
    if ('rejected' in played) throw new Error(`The replay rejected the trigger: ${played.rejected.code}`);
    const recipient = data.recipients.get(run.row.subscriberId);
    if (!recipient) throw new Error('The subscriber is gone');
    const about = { workflow, subscriber: { recipient, isNew: false }, startsAt: new Date(0), isMasked: false };
    replays.push({ transactionId: run.row.transactionId, run: plannedRun(dryRunJson({ ...played, ...about })) });
  }
  return replays;
}

/** Replays the unchanged workflow as the draft, as the dashboard does, and expects no change. */
async function assertNoChange(ctx: Ctx, workflowId: string): Promise<void> {
  const { name, steps } = JSON.parse((await getWorkflow(ctx, workflowId)).text);
  const result = await replayDraft(ctx, workflowId, { workflow: { name, steps } as never, limit: 200 });
  if (result.same !== result.runs || result.runs === 0)
    throw new Error(`The saved workflow differs from itself: ${JSON.stringify(result)}`);
}

/** The reasons of real events, and the reasons that a replay has instead, because it sends nothing. */
const AS_PLAYED: Record<string, string> = { sent: 'would_send', sandboxed: 'would_send' };

function count(counts: Map<string, number>, key = 'none'): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
