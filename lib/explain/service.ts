import type { Ctx } from '#lib/api/context.ts';
import { retentionStart } from '#lib/environments/retention.ts';
import { idCeil, idFloor } from '#lib/id.ts';
import { findSender } from '#lib/integrations/find-senders.ts';
import type { Sender } from '#lib/integrations/sender.ts';
import { findEqualMessages } from '#lib/notifications/copies/equal-messages.ts';
import { isMistake } from '#lib/notifications/copies/equal-text.ts';
import { findLateness } from '#lib/notifications/lateness/late-message.ts';
import { findOutages } from '#lib/notifications/lateness/run-outages.ts';
import { findSnapshotIds } from '#lib/notifications/list/query.ts';
import { outcomeSummary, runSummaries, withheldSummary } from '#lib/notifications/list/summary-page.ts';
import { whyNoRetry } from '#lib/notifications/retry/retry-rules.ts';
import { type IsWithheld, withheldReason, withheldRuns } from '#lib/notifications/withheld.ts';
import { prisma } from '#lib/postgres/db.ts';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import { answeredBySandbox } from '#lib/reasons/sandbox.ts';
import { findRecent } from '#lib/subscribers/query.ts';
import { pastedId } from '#lib/text/pasted-id.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { explainAbsence, openRefusal } from './absence.ts';
import { type Attempts, attemptsOf } from './attempts.ts';
import { type Answer, answerOf, type Question, warningsOf } from './decisive-step.ts';
import { makesRequest, stepExchange } from './exchange.ts';
import { findNamedWorkflow, findSimilarWorkflow, type NamedWorkflow } from './named-workflow.ts';
import { type FoundPeople, findPeople, findPersonOf, MAX_PEOPLE, type Person } from './people.ts';
import {
  type Detail,
  findExchange,
  findMessage,
  findRefusal,
  findRefusedTransaction,
  findRunsAround,
  findRunsOf,
  type Run,
  readDetails,
  readRuns,
  readSteps,
  type Step,
} from './query.ts';
import type { Alternative, ExplainQuery, Explanation } from './schema.ts';
import { findEqual, findTwice, isAmong, type NamedMessage } from './twice.ts';
import { explanationOf, refusalAlternative, runAlternative, stepAlternative, subscriberOf } from './wire.ts';

/** The time range of a question without a time, because people often ask days later. */
const LOOK_BACK_MS = 30 * DAY_MS;

/**
 * Explains why a subscriber did or did not get a message (docs/delivery.md, "Explanations"): from the stored reasons of
 * the run in question, or from the cause that prevented a run.
 */
export async function explain(ctx: Ctx, query: ExplainQuery): Promise<Explanation> {
  const retention = await retentionStart(ctx.environmentId);
  const found = await findPeople(ctx, query.subscriber, idFloor(retention));
  if (found.named) return explainNamed(ctx, query, found.named);
  if (found.people.length > 1) return askWhich(ctx, query, found.people);
  const [person] = found.people;
  if (!person) {
    const rejected = await findRefusedTransaction(ctx.environmentId, pastedId(query.subscriber), idFloor(retention));
    if (rejected) {
      const { reason, createdAt: at } = await openRefusal(ctx, rejected);
      return explanationOf({ reason, at });
    }
  }
  return explainPerson(ctx, query, person, retention);
}

/** Returns each person with address and time of the last message, to distinguish people with the same name. */
async function askWhich(
  { environmentId }: Ctx,
  { subscriber: value }: ExplainQuery,
  people: readonly Person[],
): Promise<Explanation> {
  const recent = await findRecent(
    environmentId,
    people.flatMap(({ ids: [id], email, phone }) => (id === undefined ? [] : [{ id, email, phone }])),
  );
  const alternatives = people.map(
    (person): Alternative => ({
      type: 'subscriber',
      subscriber: subscriberOf(person),
      ...recent.get(person.ids[0] ?? ''),
    }),
  );
  // At the limit, the number is unknown, because there may be more people.
  const count = people.length < MAX_PEOPLE ? people.length : undefined;
  return explanationOf({ reason: reasonFor('subscriber_ambiguous', { value, count }), alternatives });
}

/** Explains a run that the question names, or the runs of a transaction. */
async function explainNamed(
  ctx: Ctx,
  { subscriber: value, channel }: ExplainQuery,
  { notificationIds, jobId, messageId }: NonNullable<FoundPeople['named']>,
): Promise<Explanation> {
  const runs = await readRuns(ctx.environmentId, notificationIds.slice(0, MAX_PEOPLE));
  const [run] = runs;
  if (!run) return explanationOf({ reason: reasonFor('subscriber_unknown', { value }) });
  const people = await Promise.all(runs.map((each) => findPersonOf(ctx.environmentId, each.subscriberId)));
  if (new Set(runs.map(({ subscriberId }) => subscriberId)).size > 1) {
    const alternatives = await runAlternatives(ctx, runs, people);
    return explanationOf({ reason: reasonFor('subscriber_ambiguous', { value }), alternatives });
  }
  return explainRun(ctx, run, { person: people[0], question: { channel, jobId, messageId }, others: runs.slice(1) });
}

/** Explains the runs of one person within a day of the given time, or in the last 30 days, or why there are none. */
async function explainPerson(
  ctx: Ctx,
  query: ExplainQuery,
  person: Person | undefined,
  retention: Date,
): Promise<Explanation> {
  const { environmentId } = ctx;
  const at = query.at ?? new Date();
  const earliest = new Date(Math.max(at.getTime() - (query.at ? DAY_MS : LOOK_BACK_MS), retention.getTime()));
  const range = { floor: idFloor(earliest), ceiling: idCeil(new Date(at.getTime() + DAY_MS)) };
  const workflow = query.workflow === undefined ? undefined : await findNamedWorkflow(environmentId, query.workflow);
  const names = namesOf(query, person);
  const [runs, twice] = await Promise.all([
    findRuns(environmentId, query, { person, workflow, at, range }),
    findTwice(environmentId, person, { range, workflow, channel: query.channel, isWanted: query.twice === true }),
  ]);
  if (query.twice && twice) return explainNamed(ctx, query, twice);
  const [run, ...others] = runs;
  if (run) {
    const search = { environmentId, workflow: workflow?.identifier, floor: run.id, ceiling: range.ceiling };
    const later = await findRefusal(search, names);
    const rejected = later ? [refusalAlternative(await openRefusal(ctx, later))] : [];
    return explainRun(ctx, run, { person, question: query, others, rejected, twice });
  }
  const absence = await explainAbsence({ ctx, question: query, names, person, workflow, at, range, retention });
  const alternatives = await runAlternatives(ctx, absence.lastRun ? [absence.lastRun] : []);
  const { reason } = absence;
  const similar =
    reason.code === 'workflow_unknown' ? await findSimilarWorkflow(environmentId, reason.evidence.workflow) : undefined;
  return explanationOf({ ...absence, person, workflow, similar, alternatives });
}

interface RunSearch {
  person: Person | undefined;
  workflow: NamedWorkflow | undefined;
  at: Date;
  range: { floor: string; ceiling: string };
}

/** Finds runs, nearest first. Runs of workflows with the channel take precedence over all others. */
async function findRuns(
  environmentId: string,
  { channel, workflow: wanted }: ExplainQuery,
  { person, workflow, at, range }: RunSearch,
): Promise<Run[]> {
  if (!person || (wanted !== undefined && !workflow)) return [];
  const workflowIds = workflow && { workflowIds: workflow.ids };
  const ofChannel = channel && (await findSnapshotIds(environmentId, { ...workflowIds, channels: [channel] }));
  const ofWorkflow = workflowIds && (await findSnapshotIds(environmentId, workflowIds));
  for (const snapshotIds of channel ? [ofChannel, ofWorkflow] : [ofWorkflow]) {
    const runs = await findRunsOf(person.ids, { environmentId, snapshotIds }, at, range);
    if (runs.length > 0) return runs;
  }
  return [];
}

function namesOf({ subscriber }: ExplainQuery, person: Person | undefined): string[] {
  const { subscriberId, email, phone } = person ?? {};
  return [...new Set([subscriber, subscriberId, email, phone].filter((name) => typeof name === 'string'))];
}

interface RunQuestion {
  person: Person | undefined;
  question: Question;
  /** Other runs that the question may be about. */
  others: readonly Run[];
  rejected?: readonly Alternative[];
  /** The newest message that the person received several times. */
  twice?: NamedMessage | undefined;
}

/** The maximum number of other runs of the person in a response. */
const MAX_OTHERS = 4;

/**
 * Returns runs that the question may be about and earlier ones of the same person, without the `explained` run, the newest
 * first.
 */
async function otherRuns(run: Run, [explained, ...others]: readonly [Run, ...Run[]]): Promise<Run[]> {
  const { environmentId, subscriberId, id, createdAt } = run;
  const floor = idFloor(await retentionStart(environmentId));
  const scope = { environmentId, subscriberId, snapshotIds: undefined };
  const earlier = others.length < MAX_OTHERS ? await findRunsAround(scope, createdAt, { floor, ceiling: id }) : [];
  const unique = new Map([...others, ...earlier].map((each) => [each.id, each]));
  const shown = [...unique.values()].filter((each) => each.id !== id && each.id !== explained.id).slice(0, MAX_OTHERS);
  return shown.toSorted((one, other) => (one.id < other.id ? 1 : -1));
}

/** Returns runs as alternatives, each with its outcome. */
async function runAlternatives(
  ctx: Ctx,
  runs: readonly Run[],
  people: readonly (Person | undefined)[] = [],
): Promise<Alternative[]> {
  const summaries = await runSummaries(
    ctx,
    runs.map(({ id }) => id),
  );
  const byId = new Map(summaries.map((summary) => [summary._id, summary]));
  return runs.map((run, at) => runAlternative(run, byId.get(run.id), people[at]));
}

/** Returns the run with a message that the person received several times, unless all repeats were requested. */
async function twiceAlternative(ctx: Ctx, { notificationIds, messageId }: NamedMessage): Promise<Alternative[]> {
  const runs = await readRuns(ctx.environmentId, notificationIds);
  const [run] = runs;
  const equal = run && (await findEqualMessages(run, messageId));
  if (!equal || !isMistake(equal)) return [];
  return (await runAlternatives(ctx, runs)).map((alternative) => ({ ...alternative, ...{ equal } }));
}

function isSameRun(one: Alternative, other: Alternative): boolean {
  return one.type === 'run' && other.type === 'run' && one.run._id === other.run._id;
}

/** The maximum number of digests that are followed, because a digest may join another one. */
const MAX_DIGESTS = 5;

/** Explains the result of a run. For a run that joined a digest, explains the run that sent the digest. */
async function explainRun(
  ctx: Ctx,
  first: Run,
  { person, question, others: candidates, rejected = [], twice }: RunQuestion,
): Promise<Explanation> {
  let run = first;
  let read = await readAnswer(run, question);
  for (let digests = 0; digests < MAX_DIGESTS && read.answer.reason.code === 'digest_merged'; digests++) {
    const [next] = run.digestedNotificationId ? await readRuns(ctx.environmentId, [run.digestedNotificationId]) : [];
    if (!next) break;
    run = next;
    read = await readAnswer(run, { channel: question.channel });
  }
  const isWithheld = await withheldRuns(ctx, [run.workflow.id]);
  const { answer, steps, warnings } = withheldFrom(isWithheld, run, read);
  const decided = answer.earlier ?? answer.step;
  const isHidden = isWithheld(run.workflow.id, run.id);
  const [message, exchange, sender, messageIds, noRetry, dueSince, others] = await Promise.all([
    decided && findMessage(run, decided.id, question.messageId),
    decided && makesRequest(decided.type) && !isHidden ? findExchange(run, decided.id) : undefined,
    decided && senderOf(run, decided),
    newestMessages(run, answer.more),
    findWhyNoRetry(run),
    overdue(run, answer),
    otherRuns(first, [run, ...candidates]).then((runs) => runAlternatives(ctx, runs)),
  ]);
  const explainedIds = new Set([answer.step, answer.earlier, ...(answer.more ?? [])].map((step) => step?.id));
  const rest = steps.filter(({ id }) => !explainedIds.has(id));
  const [late, outages, equal] = await Promise.all([
    decided && message ? findLateness(run, decided.id) : undefined,
    decided ? findOutages(run, decided.id) : [],
    findEqual(run, message?.id, answer.summary !== undefined),
  ]);
  const repeated = twice && !isAmong(twice, run, equal) ? await twiceAlternative(ctx, twice) : [];
  const shownOthers = others.filter((other) => repeated.every((each) => !isSameRun(each, other)));
  return explanationOf({
    ...answer,
    run,
    person,
    joined: run === first ? undefined : first,
    warnings,
    message: message ?? undefined,
    exchange: stepExchange(exchange),
    sender,
    messageIds,
    noRetry,
    late,
    outages,
    equal,
    isWithheld: isHidden,
    dueSince,
    ...read.attempts,
    alternatives: [
      ...rest.flatMap((step) => stepAlternative(step, person, run)),
      ...rejected,
      ...repeated,
      ...shownOthers,
    ],
  });
}

/** Returns the integration through which a step sent, or tried to send. Undefined for other steps and in-app messages. */
async function senderOf({ environmentId }: Run, { type, integrationId }: Step): Promise<Sender | undefined> {
  return integrationId && type !== 'in_app' ? findSender(environmentId, integrationId) : undefined;
}

async function findWhyNoRetry({ environmentId, ended, createdAt, workflow }: Run): Promise<string | undefined> {
  const id = workflow.id ?? '';
  const select = { deletedAt: true, resendWithinHours: true } as const;
  const template = await prisma().workflow.findFirst({ where: { environmentId, id }, select });
  return whyNoRetry({ ended, template: template ?? undefined, createdAt });
}

/** Returns the ID of the newest message of each step, by the job's ID. */
async function newestMessages(run: Run, steps: readonly Step[] = []): Promise<Map<string, string>> {
  const found = await Promise.all(steps.map(async ({ id }) => [id, (await findMessage(run, id))?.id] as const));
  return new Map(found.flatMap(([id, messageId]) => (messageId === undefined ? [] : [[id, messageId]])));
}

interface Read {
  answer: Answer;
  steps: Step[];
  warnings: ReturnType<typeof warningsOf>;
  attempts: Attempts;
}

async function readAnswer(run: Run, question: Question): Promise<Read> {
  const [stored, details, summary] = await Promise.all([readSteps(run), readDetails(run), outcomeSummary(run)]);
  const steps = stored.map((step) => answeredStep(step, details));
  const answer = answerOf(steps, details, question, summary);
  return { answer, steps, warnings: warningsOf(answer, details), attempts: attemptsOf(answer, details) };
}

/** Marks the step's reason as caused by the sandbox if the last attempt went to the sandbox. */
function answeredStep(step: Step, details: readonly Detail[]): Step {
  const last = details.findLast(({ jobId, isSandbox }) => jobId === step.id && isSandbox !== undefined);
  return step.reason && last?.isSandbox ? { ...step, reason: answeredBySandbox(step.reason) } : step;
}

/** Removes evidence that could quote sensitive content, if the caller is not allowed to see this content. */
function withheldFrom(isWithheld: IsWithheld, run: Run, read: Read): Read {
  if (!isWithheld(run.workflow.id, run.id)) return read;
  const { answer, steps, warnings } = read;
  const open = (reason: Reason | undefined) => reason && withheldReason(reason);
  return {
    ...read,
    answer: {
      ...answer,
      reason: withheldReason(answer.reason),
      cause: open(answer.cause),
      summary: answer.summary && withheldSummary(answer.summary),
      more: answer.more?.map((step) => ({ ...step, reason: withheldReason(step.reason) })),
    },
    steps: steps.map((step) => ({ ...step, reason: open(step.reason) })),
    warnings: warnings.map(withheldReason),
  };
}

/** The time for which a step may be due before it counts as overdue. */
const OVERDUE_MS = 60_000;

/** Returns the time since which the step is due although no worker runs it. Undefined if it is not overdue. */
async function overdue({ environmentId, id }: Run, { step, earlier }: Answer): Promise<Date | undefined> {
  const decided = earlier ?? step;
  if (decided?.status !== 'queued' && decided?.status !== 'delayed') return undefined;
  const work = await prisma().work.findFirst({ where: { environmentId, notificationId: id, jobId: decided.id } });
  return work && work.workerId === null && work.readyAt.getTime() < Date.now() - OVERDUE_MS ? work.readyAt : undefined;
}
