'use client';

import { useQuery } from '@tanstack/react-query';
import { Unplug } from 'lucide-react';
import Link from 'next/link';
import { useReader } from '#components/layout/first-paint.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { outageAddress } from '#components/outages/outage-address.ts';
import { lastingOutage } from '#components/outages/use-lasting-outage.ts';
import { integrationQueries } from '#lib/integrations/client.ts';
import type { OutageList } from '#lib/integrations/schema.ts';
import type { Job } from '#lib/notifications/schema.ts';
import { parseReason } from '#lib/reasons/registry.ts';
import { timesAt } from '#lib/time/day-time.ts';
import { clockTime } from '#lib/time/time.ts';
import type { StepAction } from './step-action.ts';

/** Why the step cannot be sent now: an outage of its integration, or a host that does not respond to its request. */
export type StepOutage = { lasting: OutageList[number] } | { host: string; since: string };

/** Returns the outage that would hold back the step now. Undefined if none is known. */
export function useStepOutage(job: Pick<Job, 'integration' | 'reason' | 'status'> | undefined): StepOutage | undefined {
  const { id } = useEnvironment();
  const { data = [] } = useQuery(integrationQueries.outages(id));
  const lasting = job && lastingOutage(data, job);
  if (lasting) return { lasting };
  const reason = parseReason(job?.reason);
  return job?.status === 'queued' && reason?.code === 'host_unavailable' ? reason.evidence : undefined;
}

/** A warning that the provider is still unavailable, with the start of the outage and the time of the next probe. */
export function OutageWarning({ outage, action }: { outage: StepOutage; action: StepAction }) {
  const { base } = useEnvironment();
  const { now, zone } = useReader();
  const isLasting = 'lasting' in outage;
  return (
    <div
      role="note"
      className="mb-4 flex items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-pretty wrap-anywhere text-warn"
    >
      <Unplug aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p>
        <span className="font-medium">{unavailableText(outage, now, zone)}</span> {CONSEQUENCE[action]} until{' '}
        {isLasting ? 'the provider' : 'the host'} responds. {isLasting && `${probeText(outage.lasting, zone)} `}
        {isLasting && (
          <Link
            href={outageAddress(base, {
              integrationId: outage.lasting.integration._id,
              openedAt: outage.lasting.openedAt,
            })}
            className="touch-area rounded-sm font-medium underline"
          >
            Open the outage
          </Link>
        )}
      </p>
    </div>
  );
}

/** Returns "SendGrid EU is still unavailable, since 09:12." */
function unavailableText(outage: StepOutage, now: number, zone: string | undefined): string {
  const { time } = timesAt(now, zone);
  if (!('lasting' in outage)) return `${outage.host} has not responded since ${time(outage.since)}.`;
  const { integration, openedAt } = outage.lasting;
  return `${integration.name} is still unavailable, since ${time(openedAt)}.`;
}

const CONSEQUENCE: Readonly<Record<StepAction, string>> = {
  repeat: 'A message that you send now waits',
  retry: 'A retry now waits',
  hurry: 'A retry now waits again',
};

/** Returns "Belfry tries the provider again at 09:14:30." */
function probeText({ probeAt }: OutageList[number], zone: string | undefined): string {
  const isDue = Date.parse(probeAt) <= Date.now();
  return `Belfry tries the provider again ${isDue ? 'with the next message' : `at ${clockTime(probeAt, zone)}`}.`;
}
