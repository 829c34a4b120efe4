'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useEffect } from 'react';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { workflowQueries } from '#lib/workflows/client.ts';
import { UnknownWorkflow } from './unknown-workflow.tsx';

const loadEditor = () => import('./editor/workflow-editor.tsx');
const WorkflowEditor = dynamic(() => loadEditor().then((module) => module.WorkflowEditor), {
  ssr: false,
  loading: () => <WorkflowSkeleton />,
});

/** Loads one workflow and passes it to its editor. The editor keeps its draft until the page shows another workflow. */
export function WorkflowPage({ workflowId }: { workflowId: string }) {
  const { id, base } = useEnvironment();
  const workflow = useQuery(workflowQueries.one(id, workflowId));
  useEffect(() => void loadEditor(), []); // in parallel with the workflow
  if (workflow.data) {
    return (
      <WorkflowEditor
        key={`${id} ${workflow.data.body._id}`}
        loaded={workflow.data}
        onReload={() => workflow.refetch()}
      />
    );
  }
  return (
    <PageFrame title={workflowId} crumbs={[{ label: 'Workflows', href: `${base}/workflows` }]}>
      {workflow.error?.statusCode === 404 ? (
        <UnknownWorkflow workflowId={workflowId} />
      ) : workflow.error ? (
        <ErrorState
          title="The workflow could not be loaded"
          {...failure(workflow.error)}
          onRetry={() => void workflow.refetch()}
        />
      ) : (
        <WorkflowSkeleton />
      )}
    </PageFrame>
  );
}

/** Placeholders with the positions and sizes of the content. */
function WorkflowSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <div className="flex h-16 items-center border-b border-line page-x">
        <Skeleton className="h-5 w-64" />
      </div>
      <div className="lg:grid lg:grid-cols-[clamp(392px,40%,460px)_minmax(0,1fr)]">
        <div className="flex flex-col gap-8 page-x py-5">
          <Skeleton className="h-5 w-24" />
          {['a', 'b', 'c', 'd'].map((key) => (
            <Skeleton key={key} className="h-15 rounded-lg" />
          ))}
        </div>
        <div className="border-line page-x py-5 lg:border-l lg:pl-8">
          <Skeleton className="h-40 max-w-3xl rounded-lg" />
        </div>
      </div>
    </div>
  );
}
