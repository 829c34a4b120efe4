'use client';

import { ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { cn } from '#components/ui/cn.ts';
import { Copied } from '#components/ui/copied.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { missingAddresses } from '#lib/notifications/run-status.ts';
import type { Notification } from '#lib/notifications/schema.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { durationText } from '#lib/time.ts';
import { runTimes } from './step-story.ts';

/** Whom the run was for and when. A phone shows the ids once they are asked for. */
export function RunFacts({ run, isLive }: { run: Notification; isLive: boolean }) {
  const { base } = useEnvironment();
  const { tookMs } = runTimes(run);
  const [open, setOpen] = useState(false);
  return (
    <div className="mt-3">
      <Facts>
        <Recipient run={run} />
        <Fact label="Triggered">
          <RelativeTime value={run.createdAt} absolute />
          {!isLive && tookMs !== undefined && <span className="text-faint">took {durationText(tookMs)}</span>}
        </Fact>
        {run._digestedNotificationId && (
          <Fact label="Digest">
            <TextLink href={`${base}/activity?run=${run._digestedNotificationId}`}>The run it went out with</TextLink>
          </Fact>
        )}
      </Facts>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 items-center gap-1.5 rounded-md text-xs text-faint sm:hidden"
      >
        <ChevronRight aria-hidden className={cn('size-3.5 transition-transform', open && 'rotate-90')} />
        {run.tags?.length ? 'Transaction and tags' : 'Transaction'}
      </button>
      <Facts className={cn(!open && 'max-sm:hidden')}>
        <Origin run={run} />
      </Facts>
    </div>
  );
}

function Recipient({ run: { subscriber, jobs } }: { run: Notification }) {
  const { base } = useEnvironment();
  return (
    <Fact label="Recipient">
      {subscriber ? (
        <TextLink href={`${base}/subscribers/${encodeURIComponent(subscriber.subscriberId)}`}>
          {nameOf(subscriber)}
        </TextLink>
      ) : (
        'Deleted subscriber'
      )}
      {subscriber?.email && <Copied value={subscriber.email} what="e-mail address" whole />}
      {subscriber &&
        missingAddresses(subscriber, jobs).map((missing) => (
          <span key={missing} className="text-faint">
            {missing}
          </span>
        ))}
    </Fact>
  );
}

/** Which trigger it came from. */
function Origin({ run }: { run: Notification }) {
  const { topics, contextKeys, tags } = run;
  return (
    <>
      <Fact label="Transaction">
        <Copied value={run.transactionId} what="transaction id" mono />
      </Fact>
      {topics && topics.length > 0 && <Fact label="Topics">{topics.map((topic) => topic.topicKey).join(', ')}</Fact>}
      {contextKeys && contextKeys.length > 0 && <Fact label="Context">{contextKeys.join(', ')}</Fact>}
      {tags && tags.length > 0 && <Fact label="Tags">{tags.join(', ')}</Fact>}
    </>
  );
}

function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="rounded-sm font-medium text-accent-text hover:underline">
      {children}
    </Link>
  );
}
