'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { SeverityMark } from '#components/status/severity-mark.tsx';
import { type StateStyle, states } from '#components/status/states.ts';
import { Badge } from '#components/ui/badge.tsx';
import { cn } from '#components/ui/cn.ts';
import { Copied } from '#components/ui/copied.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { Prose } from '#components/ui/prose.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { toneText } from '#components/ui/tone.ts';
import { runStatusOf } from '#lib/notifications/run-status.ts';
import { LIVE_STATUSES } from '#lib/notifications/run-statuses.ts';
import type { Notification } from '#lib/notifications/schema.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { durationText } from '#lib/time.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { RunActions } from './run-actions.tsx';
import { runTimes } from './step-story.ts';

/** What was sent to whom, what became of it, and what can be done with it. */
export function RunHeader({ run }: { run: Notification }) {
  const { base } = useEnvironment();
  const { state, parts } = runStatusOf(run);
  const style: StateStyle = states[state];
  const isLive = LIVE_STATUSES.some((live) => live === state);
  const [main, ...asides] = parts;
  const workflowId = run.template?.triggers[0]?.identifier;
  return (
    <header>
      <p className="flex flex-wrap items-center gap-2 text-muted">
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
        <span className="min-w-0 wrap-anywhere">
          <Prose>{main ?? ''}</Prose>
          {asides.map((aside) => (
            <span key={aside} className="block text-sm font-normal text-muted">
              <Prose>{` ${aside}`}</Prose>
            </span>
          ))}
        </span>
      </h2>
      <RunFacts run={run} isLive={isLive} />
      <RunActions run={run} isLive={isLive} />
    </header>
  );
}

function RunFacts({ run, isLive }: { run: Notification; isLive: boolean }) {
  const { base } = useEnvironment();
  const { subscriber, topics, contextKeys, tags } = run;
  const { tookMs } = runTimes(run);
  return (
    <Facts className="mt-4">
      <Fact label="Recipient">
        {subscriber ? (
          <TextLink href={`${base}/subscribers/${encodeURIComponent(subscriber.subscriberId)}`}>
            {nameOf(subscriber)}
          </TextLink>
        ) : (
          'Deleted subscriber'
        )}
        {subscriber?.email && <Copied value={subscriber.email} what="e-mail address" whole />}
      </Fact>
      <Fact label="Triggered">
        <RelativeTime value={run.createdAt} absolute />
        {!isLive && tookMs !== undefined && <span className="text-faint">took {durationText(tookMs)}</span>}
      </Fact>
      <Fact label="Transaction">
        <Copied value={run.transactionId} what="transaction id" mono />
      </Fact>
      {topics && topics.length > 0 && <Fact label="Topics">{topics.map((topic) => topic.topicKey).join(', ')}</Fact>}
      {contextKeys && contextKeys.length > 0 && <Fact label="Context">{contextKeys.join(', ')}</Fact>}
      {tags && tags.length > 0 && <Fact label="Tags">{tags.join(', ')}</Fact>}
      {run._digestedNotificationId && (
        <Fact label="Digest">
          <TextLink href={`${base}/activity?run=${run._digestedNotificationId}`}>The run it went out with</TextLink>
        </Fact>
      )}
    </Facts>
  );
}

function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="rounded-sm font-medium text-accent-text hover:underline">
      {children}
    </Link>
  );
}
