'use client';

import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { useEffect } from 'react';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { explainQueries } from '#lib/explain/client.ts';
import { ExplainAnswer } from './explain-answer.tsx';
import { ExplainForm } from './explain-form.tsx';
import { explainInput, explainParsers } from './explain-query.ts';
import { ExplainStart } from './explain-start.tsx';
import { rememberSubscriber } from './recent-subscribers.ts';

/** Explains why a subscriber did or did not get a message. The URL contains the question. */
export function ExplainPage() {
  const { id } = useEnvironment();
  const [query, setQuery] = useQueryStates(explainParsers, { history: 'push' });
  const hasQuestion = query.subscriber !== '';
  const answer = useQuery({ ...explainQueries.one(id, explainInput(query)), enabled: hasQuestion });
  const subscriberId = answer.data?.subscriber?.subscriberId;
  useEffect(() => {
    if (hasQuestion && subscriberId !== undefined) rememberSubscriber(id, subscriberId);
  }, [id, hasQuestion, subscriberId]);
  return (
    <PageFrame title="Explain">
      <ExplainForm
        query={query}
        answer={hasQuestion && !answer.isPlaceholderData ? answer.data : undefined}
        onChange={(change) => void setQuery(change)}
      />
      {!hasQuestion ? (
        <ExplainStart isTwice={query.twice === true} />
      ) : answer.data ? (
        <ExplainAnswer
          answer={answer.data}
          channel={query.channel}
          isStale={answer.isPlaceholderData}
          isTwice={query.twice === true}
        />
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
    <div role="status" className="flex max-w-5xl flex-col gap-5 page-x py-5">
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
