'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Layers2 } from 'lucide-react';
import Link from 'next/link';
import { useQueryStates } from 'nuqs';
import { EnvironmentDot } from '#components/layout/environment-dot.tsx';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment, useSession, useWhyNot } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { buttonClass } from '#components/ui/button-class.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { publishingQueries } from '#lib/publishing/client.ts';
import { EnvironmentChoice } from './environment-choice.tsx';
import { LastPublication } from './last-publication.tsx';
import { PublishChoice } from './publish-choice.tsx';
import type { PublishEnds } from './publish-ends.ts';
import { publishParsers } from './publish-query.ts';

/** Compares the environment with another environment, and publishes the selected items. */
export function PublishPage() {
  const { environments, environment: source } = useSession();
  const { base } = useEnvironment();
  const [{ target: slug }, setQuery] = useQueryStates(publishParsers);
  const denied = useWhyNot('workflows:write');
  const others = environments.filter(({ _id }) => _id !== source._id);
  const target = others.find((each) => each.slug === slug) ?? others[0];
  return (
    <PageFrame title="Publish" crumbs={[{ label: 'Workflows', href: `${base}/workflows` }]}>
      {target ? (
        <div className="flex flex-col gap-4 page-x py-4">
          <p className="max-w-3xl text-pretty text-muted">
            Publishing copies workflows and layouts of {source.name} to another environment. Nothing is deleted there,
            and the last publication can be undone.
          </p>
          {denied && <p className="rounded-md bg-sunken px-3 py-2">{denied}</p>}
          <div className="flex flex-wrap items-end gap-3">
            <div>
              <p className="mb-1.5 text-xs font-medium">From</p>
              <p className="control flex items-center gap-2 rounded-md bg-sunken px-2.5">
                <EnvironmentDot environment={source} />
                {source.name}
              </p>
            </div>
            <ArrowRight aria-hidden className="mb-2 size-4 text-faint max-sm:hidden" />
            <EnvironmentChoice
              legend="To"
              options={others}
              chosen={target}
              onChange={(id) => void setQuery({ target: others.find(({ _id }) => _id === id)?.slug ?? null, q: null })}
            />
          </div>
          <Comparison key={`${source._id} ${target._id}`} source={source} target={target} />
        </div>
      ) : (
        <Alone />
      )}
    </PageFrame>
  );
}

function Comparison({ source, target }: PublishEnds) {
  const ends = { sourceEnvironmentId: source._id, targetEnvironmentId: target._id };
  const { data, error, refetch } = useQuery(publishingQueries.diff(ends));
  if (!data && error) {
    const title = `${source.name} and ${target.name} could not be compared`;
    return <ErrorState title={title} {...failure(error)} onRetry={() => void refetch()} />;
  }
  if (!data) return <Comparing />;
  return (
    <>
      {error && (
        <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-warn">
          The comparison could not be refreshed. {error.message}
        </p>
      )}
      {data.lastPublication && <LastPublication last={data.lastPublication} source={source} target={target} />}
      <PublishChoice diff={data} source={source} target={target} />
    </>
  );
}

function Comparing() {
  return (
    <div role="status" aria-label="Comparing" className="flex flex-col gap-2">
      <Skeleton className="h-8 max-w-80 rounded-md" />
      <Skeleton className="h-24 rounded-lg" />
      <Skeleton className="h-24 rounded-lg" />
    </div>
  );
}

function Alone() {
  const { name } = useEnvironment();
  return (
    <EmptyState
      icon={Layers2}
      title="There is no other environment"
      action={
        <Link href="/settings/environments" className={buttonClass({ variant: 'primary' })}>
          Environments
        </Link>
      }
    >
      {`Create a second environment, then publish the workflows and layouts of ${name} to it.`}
    </EmptyState>
  );
}
