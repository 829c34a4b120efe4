'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useReader } from '#components/layout/first-paint.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { messagesAddress } from '#components/messages/messages-query.ts';
import { waitingText } from '#components/outages/in-progress-text.ts';
import { outageAddress } from '#components/outages/outage-address.ts';
import { useIntegrationOutage } from '#components/outages/use-integration-outage.ts';
import { StateMark } from '#components/status/state-mark.tsx';
import { cn } from '#components/ui/cn.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { integrationQueries } from '#lib/integrations/client.ts';
import { type HealthLevel, healthLevel, rateText, successRate } from '#lib/integrations/health-levels.ts';
import type { IntegrationHealth as Health, Integration } from '#lib/integrations/schema.ts';
import { timesAt } from '#lib/time/day-time.ts';

/** Health levels that are shown without a share of sent messages. */
type Trouble = 'retrying' | 'unreachable';

const levels = {
  healthy: { dot: 'bg-ok', text: 'text-ok', label: 'Healthy' },
  troubled: { dot: 'bg-warn', text: 'text-warn', label: 'Some fail' },
  failing: { dot: 'bg-bad', text: 'text-bad', label: 'Failing' },
  unused: { dot: 'bg-line-strong', text: 'text-faint', label: 'Unused' },
} as const satisfies Record<Exclude<HealthLevel, Trouble>, { dot: string; text: string; label: string }>;

const unseen = { dot: 'bg-warn', text: 'text-warn', label: 'Not connected' };

/** Returns the counts of an integration in the last 24 hours. One request covers the whole environment. */
export function useHealth({ _id, _environmentId }: Integration) {
  const { data, isPending, isError } = useQuery(integrationQueries.health(_environmentId));
  return { counts: data?.integrations.find((each) => each._id === _id), isPending, isError };
}

/**
 * Whether the integration got messages but no inbox has connected, so no subscriber saw them. Undefined until the counts
 * are loaded.
 */
export function useUnseen(integration: Integration): boolean | undefined {
  const { counts, isPending } = useHealth(integration);
  if (integration.connected !== false) return false;
  return isPending ? undefined : successRate(counts) !== undefined;
}

/** The share of messages sent in the last 24 hours, with a link to failures: "● 99.2% of 1,204 sent in 24 h · 9 failed". */
export function IntegrationHealth({ integration, linked }: { integration: Integration; linked?: boolean }) {
  const { counts: known, isPending, isError } = useHealth(integration);
  const isUnseen = useUnseen(integration);
  const { active, sandbox } = integration;
  // Inactive and sandboxed integrations do not contact the provider.
  const counts = known && (active && !sandbox ? known : { ...known, unreachableSince: undefined });
  const level = healthLevel(counts);
  if (isPending) return <Skeleton className="h-5 w-40" />;
  if (isError) return <span className="text-xs text-faint">Health could not be loaded</span>;
  if (level === 'retrying' || level === 'unreachable') {
    return counts && <HealthTrouble integration={integration} counts={counts} linked={linked} />;
  }
  const rate = successRate(counts);
  const { dot, text, label } = isUnseen ? unseen : levels[level];
  const volume = (counts ? volumeOf(counts) : 0).toLocaleString('en');
  return (
    <span className="flex min-h-5 min-w-0 items-center gap-x-2 text-xs max-sm:flex-wrap" data-tip={detailOf(counts)}>
      <span aria-hidden className={cn('size-2 shrink-0 rounded-full', isUnseen && 'mt-1.5 self-start', dot)} />
      {rate === undefined ? (
        <span className="text-faint">Nothing {sandbox ? 'accepted' : 'sent'} in 24 h</span>
      ) : (
        <span className={isUnseen ? 'min-w-0 flex-1 text-pretty' : 'truncate text-muted'} data-numeric>
          <span className="sr-only">{label}: </span>
          {isUnseen ? (
            <span className={text}>{volume} stored in 24 h: no inbox shows them yet</span>
          ) : (
            <>
              <span className={cn('font-medium', text)}>{rateText(rate)}</span> of {volume}
              <span className="max-sm:sr-only"> {sandbox ? 'accepted' : 'sent'}</span> in 24 h
            </>
          )}
        </span>
      )}
      {linked && counts && counts.failed > 0 && <FailedLink integration={integration} failed={counts.failed} />}
    </span>
  );
}

type Counts = Omit<Health, '_id'>;

interface TroubleProps {
  integration: Integration;
  counts: Counts;
  linked?: boolean | undefined;
}

/** Why messages wait: "Not reachable since 14:05", "5 attempts failed in 24 h, none sent". */
function HealthTrouble({ integration: { _id = '' }, counts, linked }: TroubleProps) {
  const { now, zone } = useReader();
  const { base } = useEnvironment();
  const { retried, unreachableSince } = counts;
  const outage = useIntegrationOutage(_id, unreachableSince !== undefined);
  const attempts = retried === 1 ? '1 attempt' : `${retried.toLocaleString('en')} attempts`;
  const label = unreachableSince
    ? `Not reachable since ${timesAt(now, zone).time(unreachableSince)}`
    : `${attempts} failed in 24 h, none sent`;
  return (
    <span className="flex min-h-5 min-w-0 flex-wrap items-center gap-x-2 text-xs" data-tip={detailOf(counts)}>
      <StateMark state={unreachableSince ? 'failed' : 'warning'} label={label} className="min-w-0 shrink" />
      {linked && outage && (
        <HealthLink href={outageAddress(base, { integrationId: _id, openedAt: outage.openedAt })}>
          {outage.waiting > 0 ? waitingText(outage) : 'Open the outage'}
        </HealthLink>
      )}
      {linked && unreachableSince === undefined && (
        <HealthLink
          href={messagesAddress(`${base}/messages`, {
            status: ['failed', 'attempted'],
            range: '24h',
            integration: [_id],
          })}
        >
          Messages
        </HealthLink>
      )}
    </span>
  );
}

/** Links to the failed messages of the integration. */
function FailedLink({ integration: { _id = '' }, failed }: { integration: Integration; failed: number }) {
  const { base } = useEnvironment();
  return (
    <HealthLink href={messagesAddress(`${base}/messages`, { status: ['failed'], range: '24h', integration: [_id] })}>
      {failed.toLocaleString('en')} failed
    </HealthLink>
  );
}

function HealthLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="touch-area relative z-10 shrink-0 rounded-sm font-medium text-accent-text hover:underline"
    >
      {children}
    </Link>
  );
}

/** Counts the messages that the integration sent or failed to send. */
export function volumeOf({ sent, failed }: Pick<Health, 'sent' | 'failed'>): number {
  return sent + failed;
}

function detailOf(counts: Counts | undefined): string | undefined {
  if (!counts) return undefined;
  const { sent, failed, retried } = counts;
  const parts = [`${sent.toLocaleString('en')} sent`, `${failed.toLocaleString('en')} failed`];
  if (retried > 0) parts.push(`${retried.toLocaleString('en')} refused temporarily and retried`);
  return `Last 24 hours: ${parts.join(', ')}`;
}
