/** Decides which retries will likely fail again, because nothing that Belfry knows has changed since the failure. */
import type { RunContext, RunJob } from '#lib/engine/run-context.ts';
import { prisma } from '#lib/postgres/db.ts';
import { unmasked } from '#lib/reasons/definition.ts';
import { addressField } from '#lib/reasons/links.ts';
import type { Reason, ReasonCode } from '#lib/reasons/registry.ts';
import { channelOf } from '#lib/steps/labels.ts';

/** Permanent refusals, which Belfry does not retry automatically. */
const OF_INTEGRATION: ReadonlySet<ReasonCode> = new Set(['provider_auth', 'integration_invalid', 'secret_unreadable']);
const OF_ADDRESS: ReadonlySet<ReasonCode> = new Set(['provider_rejected', 'address_refused']);

/** The last changes of integrations, and the failures of steps. */
export interface Changes {
  /** By Integration.id. */
  integrations: ReadonlyMap<string, Date>;
  /** By Job.id. */
  failures: ReadonlyMap<string, Date>;
}

/** Reads when the steps failed, and when their integrations were last changed. */
export async function readChanges(
  environmentId: string,
  steps: readonly { id: string; job: RunJob }[],
): Promise<Changes> {
  const notificationId = { in: [...new Set(steps.map(({ id }) => id))] };
  const integrationIds = [...new Set(steps.flatMap(({ job }) => job.integrationId ?? []))];
  const [jobs, integrations] = await Promise.all([
    prisma().job.findMany({
      where: { environmentId, notificationId, id: { in: steps.map(({ job }) => job.id) } },
      select: { id: true, updatedAt: true },
    }),
    prisma().integration.findMany({
      where: { environmentId, id: { in: integrationIds } },
      select: { id: true, updatedAt: true },
    }),
  ]);
  return { integrations: timesOf(integrations), failures: timesOf(jobs) };
}

function timesOf(rows: readonly { id: string; updatedAt: Date }[]): Map<string, Date> {
  return new Map(rows.map(({ id, updatedAt }) => [id, updatedAt]));
}

/**
 * Returns why a retry will likely fail again: the provider refused the address or the credentials permanently, and the
 * same integration would send to the same address now. Undefined if a failure is not likely.
 *
 * @param failed the failed step.
 * @param played the step as it would end now.
 */
export function likelyFailure(
  { subscriber }: Pick<RunContext, 'subscriber'>,
  failed: RunJob,
  played: RunJob,
  { integrations, failures }: Changes,
): ReasonCode | undefined {
  const { id, reason, integrationId, step } = failed;
  if (!reason || integrationId === undefined || played.integrationId !== integrationId) return undefined;
  const [changedAt, failedAt] = [integrations.get(integrationId), failures.get(id)];
  if (!changedAt || !failedAt || changedAt > failedAt) return undefined;
  if (OF_INTEGRATION.has(reason.code)) return reason.code;
  const field = addressField(channelOf(step.type));
  const isSame = field === undefined || isAddress(reason, subscriber?.[field]);
  return OF_ADDRESS.has(reason.code) && isSame ? reason.code : undefined;
}

/** Whether the masked address of the reason is this address. Reasons without an address fit every address. */
function isAddress({ evidence }: Reason, address: string | null | undefined): boolean {
  const masked = 'address' in evidence ? evidence.address : undefined;
  return masked === undefined || (address != null && unmasked(masked, [address]) === address);
}
