'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { SeverityMark } from '#components/status/severity-mark.tsx';
import { type StateStyle, states } from '#components/status/states.ts';
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

export function RunHeader({ run }: { run: Notification }) {
  const { base } = useEnvironment();
  const { state, summary } = runStatusOf(run);
  const style: StateStyle = states[state];
  const workflowId = run.template?.triggers[0]?.identifier;
  return (
    <header>
      <p className="flex items-center gap-2 text-muted">
        {workflowId ? (
          <TextLink href={workflowAddress(base, workflowId)}>{run.template?.name}</TextLink>
        ) : (
          'Deleted workflow'
        )}
        <SeverityMark severity={run.severity} />
        {run.critical && <Badge tone="accent">Critical</Badge>}
      </p>
      <h2 className="mt-1.5 flex items-start gap-2.5 text-lg font-semibold text-pretty">
        <style.icon
          aria-hidden
          className={cn('mt-0.5 size-5 shrink-0', toneText[style.tone], style.spins && 'animate-spin')}
        />
        {summary}
      </h2>
      <Facts className="mt-4">
        <Fact label="Recipient">
          {run.subscriber ? (
            <TextLink href={`${base}/subscribers/${encodeURIComponent(run.subscriber.subscriberId)}`}>
              {nameOf(run.subscriber)}
            </TextLink>
          ) : (
            'Deleted subscriber'
          )}
          {run.subscriber?.email && <Truncate value={run.subscriber.email} className="text-faint" />}
        </Fact>
        <Fact label="Triggered">
          <RelativeTime value={run.createdAt} absolute />
        </Fact>
        <Fact label="Transaction">
          <Truncate value={run.transactionId} at="middle" mono />
          <CopyButton value={run.transactionId} what="transaction id" />
        </Fact>
        {run.topics && run.topics.length > 0 && (
          <Fact label="Topics">{run.topics.map((topic) => topic.topicKey).join(', ')}</Fact>
        )}
        {run.contextKeys && run.contextKeys.length > 0 && <Fact label="Context">{run.contextKeys.join(', ')}</Fact>}
        {run._digestedNotificationId && (
          <Fact label="Digest">
            <TextLink href={`${base}/activity?run=${run._digestedNotificationId}`}>The run it went out with</TextLink>
          </Fact>
        )}
      </Facts>
      <div className="mt-1 flex items-center gap-1 text-xs text-faint">
        <CopyButton value={ticketText(run, summary)} what="for a ticket" className="-ml-1.5" />
        Copy for a ticket
        {(state === 'waiting' || state === 'running') && (
          <span className="ml-auto">
            <CancelRun run={run} />
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

/** A text for a ticket: the outcome, and the ids to find the run again. It contains no address and no payload. */
function ticketText(run: Notification, summary: string): string {
  return [
    `${run.template?.name ?? 'Deleted workflow'} for subscriber ${run.subscriber?.subscriberId ?? run._subscriberId}`,
    summary,
    `Triggered ${run.createdAt ? absoluteTime(run.createdAt) : 'at an unknown time'}, transaction ${run.transactionId}`,
    typeof location === 'undefined' ? '' : location.href,
  ].join('\n');
}
