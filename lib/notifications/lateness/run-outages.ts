/**
 * Finds the outages that held up the steps of a run. Reads the execution details, which remain after a step has ended,
 * even if the step failed or was cancelled.
 */
import { BEFORE_MS, SETTLE_MS } from '#lib/engine/admission/outage-time.ts';
import { idBounds } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import { parseReason, type Reason } from '#lib/reasons/registry.ts';
import type { Outage } from '#prisma/generated/client.ts';
import type { Event } from './late-shares.ts';
import type { HeldBy } from './lateness.ts';

/** The maximum number of outages that are searched for one run. */
const MAX_OUTAGES = 20;

interface Run {
  environmentId: string;
  id: string;
}

/** The events of a step, and the integrations through which it made attempts. */
interface HeldStep {
  events: readonly Event[];
  integrationIds: readonly string[];
}

/** Returns the outages that held up the run or one of its steps, the oldest first. */
export async function findOutages(run: Run, jobId?: string): Promise<HeldBy[]> {
  const byJob = Map.groupBy(await unansweredOf(run, jobId), (event) => event.jobId);
  if (byJob.size === 0) return [];
  const integrations = await integrationsOf(run, [...byJob.keys()]);
  const steps = [...byJob].map(([id, events]) => ({ events, integrationIds: integrations.get(id) ?? [] }));
  return (await outagesOfSteps(run.environmentId, steps)).map(wireOutage);
}

/** Returns the outages to which the attempts of the steps without a response belong, the oldest first. */
export async function outagesOfSteps(environmentId: string, steps: readonly HeldStep[]): Promise<Outage[]> {
  const unanswered = steps.flatMap(({ events }) => events.filter(({ reason }) => isUnanswered(reason)));
  const times = unanswered.map(({ at }) => at.getTime());
  if (times.length === 0) return [];
  const named = unanswered.flatMap(({ reason }) => sinceOf(reason) ?? []);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const found = await prisma().outage.findMany({
    where: {
      environmentId,
      OR: [
        { openedAt: { in: named.map((since) => new Date(since)) } },
        {
          integrationId: { in: steps.flatMap(({ integrationIds }) => integrationIds) },
          openedAt: { lte: new Date(last + BEFORE_MS) },
          OR: [{ closedAt: null }, { closedAt: { gte: new Date(first - SETTLE_MS) } }],
        },
      ],
    },
    orderBy: { openedAt: 'asc' },
    take: MAX_OUTAGES,
  });
  const held = new Set(steps.flatMap((step) => step.events.map((event) => outageOfEvent(found, step, event))));
  return found.filter((outage) => held.has(outage));
}

/**
 * Returns the outage to which an attempt without a response belongs: the one that its reason names, otherwise the one of
 * its integration at that time.
 */
export function outageOfEvent(
  outages: readonly Outage[],
  { integrationIds }: Pick<HeldStep, 'integrationIds'>,
  { reason, at }: Event,
): Outage | undefined {
  if (!isUnanswered(reason)) return undefined;
  const since = sinceOf(reason);
  if (since !== undefined) return outages.find(({ openedAt }) => openedAt.getTime() === Date.parse(since));
  const own = outages.filter(({ integrationId }) => integrationIds.includes(integrationId));
  return own.findLast((outage) => isDuring(outage, at)) ?? own.find((outage) => isShortlyBefore(outage, at));
}

function isUnanswered({ code }: Reason): boolean {
  return code === 'provider_unavailable' || code === 'retries_exhausted';
}

function sinceOf(reason: Reason): string | undefined {
  return reason.code === 'provider_unavailable' ? reason.evidence.since : undefined;
}

function isDuring({ openedAt, closedAt }: Outage, at: Date): boolean {
  return at >= openedAt && (closedAt === null || at.getTime() <= closedAt.getTime() + SETTLE_MS);
}

function isShortlyBefore({ openedAt }: Outage, at: Date): boolean {
  return at < openedAt && at.getTime() >= openedAt.getTime() - BEFORE_MS;
}

async function unansweredOf({ environmentId, id: notificationId }: Run, jobId?: string) {
  const [gte] = idBounds([notificationId]);
  const rows = await prisma().executionDetail.findMany({
    where: {
      ...{ environmentId, notificationId, id: { gte } },
      ...(jobId !== undefined && { jobId }),
      OR: ['provider_unavailable', 'retries_exhausted'].map((equals) => ({ reason: { path: ['code'], equals } })),
    },
    select: { jobId: true, reason: true, createdAt: true },
  });
  return rows.flatMap(({ reason: stored, createdAt: at, ...row }) => {
    const reason = parseReason(stored);
    return reason ? [{ jobId: row.jobId, reason, at }] : [];
  });
}

/** Returns the integrations of the steps and of their messages, by the job's ID. */
async function integrationsOf({ environmentId, id: notificationId }: Run, jobIds: string[]) {
  const [gte] = idBounds([notificationId]);
  const [jobs, messages] = await Promise.all([
    prisma().job.findMany({
      where: { environmentId, notificationId, id: { in: jobIds } },
      select: { id: true, integrationId: true },
    }),
    prisma().message.findMany({
      where: { environmentId, notificationId, id: { gte }, jobId: { in: jobIds } },
      select: { jobId: true, integrationId: true },
    }),
  ]);
  const all = [...jobs.map(({ id, integrationId }) => ({ jobId: id, integrationId })), ...messages];
  const ids = new Map<string, string[]>();
  for (const { jobId, integrationId } of all)
    if (jobId !== null && integrationId !== null) ids.set(jobId, [...(ids.get(jobId) ?? []), integrationId]);
  return ids;
}

function wireOutage({ integrationId, openedAt, closedAt }: Outage): HeldBy {
  return { integrationId, openedAt: openedAt.toISOString(), ...(closedAt && { closedAt: closedAt.toISOString() }) };
}
