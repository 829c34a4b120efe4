'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { EqualFact } from '#components/explain/equal-fact.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { OutageFact } from '#components/outages/outage-fact.tsx';
import { type Cause, SideMark } from '#components/status/sides.tsx';
import { cn } from '#components/ui/cn.ts';
import { Copied } from '#components/ui/copied.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { FoldButton } from '#components/ui/fold-button.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { Job, Notification } from '#lib/notifications/schema.ts';
import { jobState } from '#lib/notifications/status/job-state.ts';
import { missingAddresses } from '#lib/notifications/status/run-status.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { durationText } from '#lib/time/time.ts';
import { newestRetry, resentRuns } from './resent-runs.ts';
import { runTimes } from './step-story.ts';

interface Props {
  run: Notification;
  isLive: boolean;
  /** The cause of the run's result. */
  cause: Cause | undefined;
  /** The steps whose missing addresses the sentence above names. */
  explainedJobs: readonly Job[];
}

/** The recipient, the time and the transaction of the run. On a phone, the transaction is folded. */
export function RunFacts({ run, isLive, cause, explainedJobs }: Props) {
  const { base } = useEnvironment();
  const { tookMs } = runTimes(run);
  const [open, setOpen] = useState(false);
  return (
    <div className="mt-2.5">
      <Facts className={DENSE}>
        {cause && (
          <Fact label="Cause">
            <SideMark {...cause} />
          </Fact>
        )}
        <Recipient run={run} explainedJobs={explainedJobs} />
        <Fact label="Triggered">
          <RelativeTime value={run.createdAt} absolute />
          {!isLive && tookMs !== undefined && <span className="text-faint">took {durationText(tookMs)}</span>}
        </Fact>
        {run._digestedNotificationId && (
          <Fact label="Digest">
            <TextLink href={`${base}/activity?run=${run._digestedNotificationId}`}>
              The run that continued the digest
            </TextLink>
          </Fact>
        )}
        <Resent run={run} />
        <Retried run={run} />
        <EqualFact equal={run.equal} />
      </Facts>
      <FoldButton
        open={open}
        onFold={setOpen}
        className="flex min-h-11 items-center gap-1.5 rounded-md text-xs text-faint sm:hidden"
      >
        Transaction
      </FoldButton>
      <Facts className={cn(DENSE, !open && 'max-sm:hidden')}>
        <Origin run={run} />
      </Facts>
    </div>
  );
}

/** Denser rows, because the facts are between the run's result and its steps. */
const DENSE = 'sm:[&_dd]:min-h-7 sm:[&_dd]:py-0.5 sm:[&_dt]:py-0.5';

function Recipient({ run: { subscriber, jobs }, explainedJobs }: Pick<Props, 'run' | 'explainedJobs'>) {
  const { base } = useEnvironment();
  return (
    <Fact label="Recipient">
      {subscriber?.deletedAt ? (
        <>
          {nameOf(subscriber)}
          <span className="text-faint">
            deleted <RelativeTime value={subscriber.deletedAt} />
          </span>
        </>
      ) : subscriber ? (
        <TextLink href={`${base}/subscribers/${encodeURIComponent(subscriber.subscriberId)}`}>
          {nameOf(subscriber)}
        </TextLink>
      ) : (
        'Deleted subscriber'
      )}
      {subscriber?.email && <Copied value={subscriber.email} what="email address" whole />}
      {subscriber &&
        missingAddresses(
          subscriber,
          jobs?.filter((job) => !explainedJobs.includes(job)),
        ).map((missing) => (
          <span key={missing} className="text-faint max-sm:basis-full">
            {missing}
          </span>
        ))}
    </Fact>
  );
}

/** The run that this run sends again, and the runs that send this run again. */
function Resent({ run }: { run: Notification }) {
  const { base } = useEnvironment();
  const address = (id: string) => `${base}/activity?run=${id}`;
  const later = resentRuns(run);
  return (
    <>
      {run.resendOf && (
        <Fact label="Repeats">
          <TextLink href={address(run.resendOf.notificationId)}>An earlier run</TextLink>
        </Fact>
      )}
      {later.length > 0 && (
        <Fact label="Sent again">
          {later.map(({ id, at }) => (
            <TextLink key={id} href={address(id)}>
              <RelativeTime value={at} absolute />
            </TextLink>
          ))}
        </Fact>
      )}
    </>
  );
}

/** The newest retry with its reason, and the outages that held up a step or whose end a step awaits. */
function Retried({ run }: { run: Notification }) {
  const retry = newestRetry(run);
  const waiting = run.jobs?.find((job) => job.status === 'queued' && jobState(job) === 'waiting');
  return (
    <>
      {retry && (
        <Fact label="Retried">
          <RelativeTime value={retry.at} absolute />
          <span className="text-faint">
            {[retry.actor && `by ${retry.actor}`, retry.note && `“${retry.note}”`].filter(Boolean).join(': ')}
          </span>
        </Fact>
      )}
      <OutageFact outages={run.outages} waiting={waiting} />
    </>
  );
}

/** The trigger of the run: its topics and contexts. */
function Origin({ run }: { run: Notification }) {
  const { topics, contextKeys } = run;
  return (
    <>
      <Fact label="Transaction">
        <Copied value={run.transactionId} what="transaction ID" mono />
      </Fact>
      {topics && topics.length > 0 && <Fact label="Topics">{topics.map((topic) => topic.topicKey).join(', ')}</Fact>}
      {contextKeys && contextKeys.length > 0 && <Fact label="Context">{contextKeys.join(', ')}</Fact>}
    </>
  );
}

/** A link, or plain text if the page is the link's target. */
function TextLink({ href, children }: { href: string; children: ReactNode }) {
  if (usePathname() === href) return <span className="font-medium">{children}</span>;
  return (
    <Link href={href} className="touch-area rounded-sm font-medium text-accent-text hover:underline">
      {children}
    </Link>
  );
}
