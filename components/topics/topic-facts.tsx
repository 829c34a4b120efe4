'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { Copied } from '#components/ui/copied.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { InlineError } from '#components/ui/inline-error.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { counted } from '#lib/text/counted.ts';
import { topicQueries } from '#lib/topics/client.ts';
import type { Topic, TopicReach } from '#lib/topics/schema.ts';
import { topicRunsAddress } from './address.ts';
import { limitLines } from './limit-lines.ts';

/** The topic, the workflows that were triggered for it, and the limits of its subscriptions. */
export function TopicFacts({ topic }: { topic: Topic }) {
  const { id } = useEnvironment();
  const reach = useQuery(topicQueries.reach(id, topic.key));
  return (
    <div className="flex flex-col gap-5">
      <Facts>
        <Fact label="Key">
          <Copied value={topic.key} what="key" mono />
        </Fact>
        <Fact label="Name">{topic.name || <Missing />}</Fact>
        <Fact label="Subscriptions">
          {reach.data ? (
            <span data-numeric>
              {reach.data.subscriptions.read.toLocaleString('en')}
              {!reach.data.subscriptions.isWhole && '+'}
            </span>
          ) : (
            <Missing label="Not counted yet" />
          )}
        </Fact>
        <Fact label="Created">
          <RelativeTime value={topic.createdAt} absolute />
        </Fact>
      </Facts>
      {reach.data ? (
        <Reach topic={topic} reach={reach.data} />
      ) : reach.error ? (
        <InlineError message={reach.error.message} onRetry={() => void reach.refetch()} />
      ) : (
        <div role="status" className="flex flex-col gap-3">
          <span className="sr-only">Loading</span>
          <Skeleton className="w-3/5" />
          <Skeleton className="w-4/5" />
        </div>
      )}
    </div>
  );
}

function Reach({ topic, reach: { workflows, subscriptions } }: { topic: Topic; reach: TopicReach }) {
  const { base } = useEnvironment();
  const lines = limitLines(subscriptions);
  return (
    <>
      <section>
        <h2 className="text-xs font-medium text-faint">Workflows triggered for this topic</h2>
        {workflows.length === 0 ? (
          <p className="py-1 text-muted">None so far, within the retention period.</p>
        ) : (
          <ul aria-label="Workflows" className="divide-y divide-line">
            {workflows.map((workflow) => (
              <WorkflowRuns key={workflow._workflowId} workflow={workflow} topicKey={topic.key} />
            ))}
          </ul>
        )}
        <Link
          href={topicRunsAddress(base, topic.key)}
          className="touch-area mt-1 inline-flex items-center gap-1 text-accent-text hover:underline"
        >
          All runs in Activity
          <ArrowRight aria-hidden className="size-3.5" />
        </Link>
      </section>
      <section>
        <h2 className="text-xs font-medium text-faint">Limits of the subscriptions</h2>
        {lines.map((line) => (
          <p key={line} className="py-0.5 text-pretty text-muted">
            {line}
          </p>
        ))}
      </section>
    </>
  );
}

function WorkflowRuns({ workflow, topicKey }: { workflow: TopicReach['workflows'][number]; topicKey: string }) {
  const { base } = useEnvironment();
  const { workflowId, name, recentRuns, recentRunsCapped, lastRunAt } = workflow;
  return (
    <li className="flex flex-col py-1.5">
      {workflowId === null ? (
        <Truncate value={`${name} (deleted)`} className="text-muted" />
      ) : (
        <Link
          href={`${base}/workflows/${encodeURIComponent(workflowId)}`}
          className="touch-area truncate font-medium hover:underline"
        >
          {name}
        </Link>
      )}
      <span className="text-xs text-faint">
        <Link
          href={topicRunsAddress(base, topicKey, workflow._workflowId)}
          className="text-accent-text underline underline-offset-2"
        >
          {recentRunsCapped ? 'More than ' : ''}
          {counted(recentRuns, 'run')}
        </Link>{' '}
        in 7 days, the last <RelativeTime value={lastRunAt} />
      </span>
    </li>
  );
}
