import { credentialEnd, endsWire } from '#lib/integrations/credential-end.ts';
import { prisma } from '#lib/postgres/db.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';
import { SEEN_WITHIN_MS } from '#lib/workers/service.ts';
import type { CredentialsEndFacts } from './kinds/credentials-end.ts';
import type { IntegrationFacts } from './kinds/integration-failures.ts';
import type { WorkerFacts } from './kinds/no-worker.ts';
import type { OldestWorkFacts } from './kinds/oldest-work.ts';
import type { AlertCondition, AlertFacts, AlertKindName } from './kinds/registry.ts';
import type { WorkflowIssuesFacts } from './kinds/workflow-issues.ts';
import { oldestDue, workflowsWithIssues } from './query.ts';

/** The maximum number of workflows with issues that are counted. */
const MAX_WORKFLOWS = 1000;
/** The maximum number of integrations whose credential expiry times are read. */
const MAX_INTEGRATIONS = 1000;

/** The parameters of a reading. */
export interface Reading<Name extends AlertKindName = AlertKindName> {
  environmentId: string;
  condition: Extract<AlertCondition, { kind: Name }>;
  now: Date;
  /** The last time at which this process saw a living worker, or else the time when it started to watch. */
  workerSeenAt: Date;
}

type Readers = { [Name in AlertKindName]: (reading: Reading<Name>) => Promise<AlertFacts<Name> | undefined> };

const readers: Readers = {
  integration_failures: readIntegration,
  oldest_work: readOldestWork,
  no_worker: readWorkers,
  workflow_issues: readWorkflowIssues,
  credentials_end: readCredentialEnds,
};

/** Returns the facts that the kind of the condition judges. Undefined if the watched integration was deleted. */
export function readFacts(reading: Reading): Promise<AlertFacts | undefined> {
  return (readers[reading.condition.kind] as (each: Reading) => Promise<AlertFacts | undefined>)(reading);
}

async function readIntegration({
  environmentId,
  condition: { integrationId, minutes },
  now,
}: Reading<'integration_failures'>): Promise<IntegrationFacts | undefined> {
  const where = { environmentId, id: integrationId, deletedAt: null };
  const integration = await prisma().integration.findFirst({ where, include: { circuitBreaker: true } });
  if (!integration) return undefined;
  const { _sum: counts } = await prisma().integrationStat.aggregate({
    _sum: { sent: true, failed: true },
    where: { environmentId, integrationId, minute: { gt: new Date(now.getTime() - minutes * MINUTE_MS) } },
  });
  const openedAt = integration.circuitBreaker?.openedAt;
  return {
    name: integration.name,
    sent: counts.sent ?? 0,
    failed: counts.failed ?? 0,
    unreachableMs: openedAt && now.getTime() - openedAt.getTime(),
  };
}

async function readOldestWork({ environmentId, now }: Reading<'oldest_work'>): Promise<OldestWorkFacts> {
  const oldest = await oldestDue(environmentId, now);
  return { waitingMs: oldest && now.getTime() - oldest.getTime() };
}

async function readWorkers({ now, workerSeenAt }: Reading<'no_worker'>): Promise<WorkerFacts> {
  return { alive: await countAlive(now), missingMs: now.getTime() - workerSeenAt.getTime() };
}

async function readWorkflowIssues({ environmentId }: Reading<'workflow_issues'>): Promise<WorkflowIssuesFacts> {
  return { names: await workflowsWithIssues(environmentId, MAX_WORKFLOWS) };
}

/** Only active integrations outside sandbox mode count, because other integrations send nothing. */
async function readCredentialEnds({ environmentId, now }: Reading<'credentials_end'>): Promise<CredentialsEndFacts> {
  const known = [{ credentialsEndOn: { not: null } }, { certificateEndsAt: { not: null } }];
  const rows = await prisma().integration.findMany({
    where: { environmentId, active: true, sandbox: false, deletedAt: null, OR: known },
    select: { name: true, credentialsEndOn: true, certificateEndsAt: true },
    orderBy: { id: 'asc' },
    take: MAX_INTEGRATIONS,
  });
  const ends = rows.flatMap(({ name, ...stored }) => {
    const end = credentialEnd(endsWire(stored));
    return end ? { ...end, name } : [];
  });
  return { ends, now: now.getTime() };
}

export function countAlive(now: Date): Promise<number> {
  return prisma().worker.count({ where: { seenAt: { gt: new Date(now.getTime() - SEEN_WITHIN_MS) } } });
}
