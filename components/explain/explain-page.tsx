'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleHelp } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { failure } from '#components/table/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { explainQueries } from '#lib/explain/client.ts';
import { ExplainAnswer } from './explain-answer.tsx';
import { ExplainForm } from './explain-form.tsx';
import { explainInput, explainParsers } from './explain-query.ts';

/** Answers why somebody did or did not get a message. The URL holds the question. */
export function ExplainPage() {
  const { id, name } = useEnvironment();
  const [query, setQuery] = useQueryStates(explainParsers, { history: 'push' });
  const isAsked = query.subscriber !== '';
  const answer = useQuery({ ...explainQueries.one(id, explainInput(query)), enabled: isAsked });
  return (
    <PageFrame title="Explain">
      <ExplainForm query={query} onChange={(change) => void setQuery(change)} />
      {!isAsked ? (
        <EmptyState icon={CircleHelp} title="Why did somebody not get a message?">
          Name the person, a transaction, a run or a message in {name}. Workflow, channel and time make the answer more
          exact; without a time, the last 24 hours count.
        </EmptyState>
      ) : answer.data ? (
        <ExplainAnswer answer={answer.data} channel={query.channel} isStale={answer.isPlaceholderData} />
      ) : answer.error ? (
        <ErrorState
          title="The question could not be answered"
          {...failure(answer.error)}
          onRetry={() => void answer.refetch()}
        />
      ) : (
        <AnswerSkeleton />
      )}
    </PageFrame>
  );
}

function AnswerSkeleton() {
  return (
    <div role="status" className="flex max-w-5xl flex-col gap-5 px-3 py-5 md:px-6">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-7 w-4/5" />
      <Skeleton className="h-4 w-1/3" />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(320px,38%)]">
        <Skeleton className="h-56 rounded-lg" />
        <Skeleton className="h-32 rounded-lg" />
      </div>
    </div>
  );
}
