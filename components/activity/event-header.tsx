'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { SeverityMark } from '#components/status/severity-mark.tsx';
import { type StateLook, states } from '#components/status/states.ts';
import { Badge } from '#components/ui/badge.tsx';
import { cn } from '#components/ui/cn.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { toneText } from '#components/ui/tone.ts';
import { Truncate } from '#components/ui/truncate.tsx';
import { runStatusOf } from '#lib/notifications/run-status.ts';
import type { Notification } from '#lib/notifications/schema.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { absoluteTime } from '#lib/time.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { CancelRun } from './cancel-run.tsx';

export function EventHeader({ event }: { event: Notification }) {
  const { base } = useEnvironment();
  const { state, summary } = runStatusOf(event);
  const look: StateLook = states[state];
  const workflowId = event.template?.triggers[0]?.identifier;
  return (
    <header>
      <p className="flex items-center gap-2 text-muted">
        {workflowId ? (
          <TextLink href={workflowAddress(base, workflowId)}>{event.template?.name}</TextLink>
        ) : (
          'Deleted workflow'
        )}
        <SeverityMark severity={event.severity} />
        {event.critical && <Badge tone="accent">Critical</Badge>}
      </p>
      <h2 className="mt-1.5 flex items-start gap-2.5 text-lg font-semibold text-pretty">
        <look.icon
          aria-hidden
          className={cn('mt-0.5 size-5 shrink-0', toneText[look.tone], look.spins && 'animate-spin')}
        />
        {summary}
      </h2>
      <Facts className="mt-4">
        <Fact label="Person">
          {event.subscriber ? (
            <TextLink href={`${base}/subscribers/${encodeURIComponent(event.subscriber.subscriberId)}`}>
              {nameOf(event.subscriber)}
            </TextLink>
          ) : (
            'Deleted subscriber'
          )}
          {event.subscriber?.email && <Truncate value={event.subscriber.email} className="text-faint" />}
        </Fact>
        <Fact label="Triggered">
          <RelativeTime value={event.createdAt} absolute />
        </Fact>
        <Fact label="Transaction">
          <Truncate value={event.transactionId} at="middle" mono />
          <CopyButton value={event.transactionId} what="transaction id" />
        </Fact>
        {event.topics && event.topics.length > 0 && (
          <Fact label="Topics">{event.topics.map((topic) => topic.topicKey).join(', ')}</Fact>
        )}
        {event.contextKeys && event.contextKeys.length > 0 && (
          <Fact label="Context">{event.contextKeys.join(', ')}</Fact>
        )}
        {event._digestedNotificationId && (
          <Fact label="Digest">
            <TextLink href={`${base}/activity?event=${event._digestedNotificationId}`}>
              The event it went out with
            </TextLink>
          </Fact>
        )}
      </Facts>
      <div className="mt-1 flex items-center gap-1 text-xs text-faint">
        <CopyButton value={ticketText(event, summary)} what="for a ticket" className="-ml-1.5" />
        Copy for a ticket
        {(state === 'waiting' || state === 'running') && (
          <span className="ml-auto">
            <CancelRun run={event} />
          </span>
        )}
      </div>
    </header>
  );
}

function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="rounded-sm font-medium text-accent-text hover:underline">
      {children}
    </Link>
  );
}

/** What one pastes into a ticket: the answer, and how to find it again. No address, no payload. */
function ticketText(event: Notification, summary: string): string {
  return [
    `${event.template?.name ?? 'Deleted workflow'} for subscriber ${event.subscriber?.subscriberId ?? event._subscriberId}`,
    summary,
    `Triggered ${event.createdAt ? absoluteTime(event.createdAt) : 'at an unknown time'}, transaction ${event.transactionId}`,
    typeof location === 'undefined' ? '' : location.href,
  ].join('\n');
}
