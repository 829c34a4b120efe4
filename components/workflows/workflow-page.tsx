'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { SeverityMark } from '#components/status/severity-mark.tsx';
import { WorkflowStatusBadge } from '#components/status/workflow-status.tsx';
import { failure } from '#components/table/data-table.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { workflowQueries } from '#lib/workflows/client.ts';
import type { Workflow } from '#lib/workflows/schema.ts';
import { IssuesPanel } from './issues-panel.tsx';
import { StepFlow } from './step-flow.tsx';
import { WorkflowFacts } from './workflow-facts.tsx';
import { WorkflowPreferences } from './workflow-preferences.tsx';

export function WorkflowPage({ workflowId }: { workflowId: string }) {
  const { id, base } = useEnvironment();
  const workflow = useQuery(workflowQueries.one(id, workflowId));
  return (
    <PageFrame
      title={workflow.data?.body.name ?? workflowId}
      crumbs={[{ label: 'Workflows', href: `${base}/workflows` }]}
    >
      {workflow.data ? (
        <WorkflowBody workflow={workflow.data.body} />
      ) : workflow.error ? (
        <ErrorState
          title={
            workflow.error.statusCode === 404 ? 'There is no such workflow here' : 'The workflow could not be loaded'
          }
          {...failure(workflow.error)}
          onRetry={() => void workflow.refetch()}
        />
      ) : (
        <WorkflowSkeleton />
      )}
    </PageFrame>
  );
}

/** The place an issue points at; a new object each time, so that the same issue can be followed twice. */
export interface Target {
  stepId: string;
  path: string;
}

function WorkflowBody({ workflow }: { workflow: Workflow }) {
  const [target, setTarget] = useState<Target>();
  const critical = (workflow.preferences.user ?? workflow.preferences.default).all.readOnly;
  return (
    <div className="px-3 py-5 md:px-6">
      <header>
        <div className="flex flex-wrap items-center gap-2.5">
          <h2 className="text-xl font-semibold">{workflow.name}</h2>
          <WorkflowStatusBadge status={workflow.status} />
          {critical && (
            <Badge tone="accent" data-tip="People cannot switch it off">
              Critical
            </Badge>
          )}
          <SeverityMark severity={workflow.severity} />
        </div>
        {workflow.description && <p className="mt-1 max-w-[72ch] text-pretty text-muted">{workflow.description}</p>}
      </header>
      <div className="mt-6 grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_340px]">
        <section aria-label="Steps" className="min-w-0 max-w-3xl">
          <StepFlow steps={workflow.steps} target={target} />
        </section>
        <aside aria-label="About" className="flex min-w-0 flex-col gap-7 max-lg:-order-1">
          <IssuesPanel workflow={workflow} onFollow={setTarget} />
          <div className="max-lg:hidden">
            <WorkflowPreferences preferences={workflow.preferences} />
          </div>
          <div className="max-lg:hidden">
            <WorkflowFacts workflow={workflow} />
          </div>
        </aside>
        <div className="flex flex-col gap-7 lg:hidden">
          <WorkflowPreferences preferences={workflow.preferences} />
          <WorkflowFacts workflow={workflow} />
        </div>
      </div>
    </div>
  );
}

function WorkflowSkeleton() {
  return (
    <div role="status" className="px-6 py-5">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-6 w-64" />
      <div className="mt-9 grid gap-10 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="flex max-w-3xl flex-col gap-6">
          {['a', 'b', 'c', 'd'].map((key) => (
            <Skeleton key={key} className="h-14 rounded-lg" />
          ))}
        </div>
        <Skeleton className="h-56 rounded-lg" />
      </div>
    </div>
  );
}
