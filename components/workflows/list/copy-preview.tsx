'use client';

import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { isProduction } from '#components/layout/is-production.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { type StepNames, stepNames } from '#components/workflows/versions/change-summary.ts';
import { ChangesView } from '#components/workflows/versions/changes-view.tsx';
import type { Environment } from '#lib/environments/schema.ts';
import { workflowQueries } from '#lib/workflows/client.ts';
import type { Change, Workflow } from '#lib/workflows/schema.ts';
import { copyDifference } from './copy-difference.ts';
import type { WorkflowDialogProps } from './duplicate-dialog.tsx';

export type CopyPreviewState =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'known'; source: Workflow; there?: Workflow; changes?: Change[]; names: StepNames };

/** Compares the workflow with the one of the same identifier in `target`. Without `changes` there is none. */
export function useCopyPreview(workflow: WorkflowDialogProps['workflow'], target: Environment): CopyPreviewState {
  const { id } = useEnvironment();
  const here = useQuery(workflowQueries.one(id, workflow._id));
  const there = useQuery({ ...workflowQueries.one(target._id, workflow.workflowId), staleTime: 0 });
  const error = here.error ?? (there.error?.statusCode === 404 ? null : there.error);
  if (error) return { state: 'failed', message: error.message };
  if (!here.data || here.isFetching || there.isFetching) return { state: 'loading' };
  const source = here.data.body;
  if (!there.data) return { state: 'known', source, names: stepNames(source.steps) };
  const { body } = there.data;
  const names = stepNames([...body.steps, ...source.steps]);
  return { state: 'known', source, there: body, changes: copyDifference(source, body), names };
}

export function CopyPreview({ preview, target }: { preview: CopyPreviewState; target: Environment }) {
  if (preview.state === 'loading') return <Skeleton className="h-24 rounded-lg" />;
  if (preview.state === 'failed') {
    return (
      <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
        What would change could not be found out: {preview.message}
      </p>
    );
  }
  const { source, there, changes, names } = preview;
  return (
    <>
      <section aria-label="What changes">
        {there && changes ? (
          <>
            <p className="mb-2">
              {changes.length === 0
                ? `${there.name} in ${target.name} is already the same.`
                : `It exists in ${target.name}. Copying makes these changes there, and keeps the previous version:`}
            </p>
            {changes.length > 0 && (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable
              <section aria-label="Differences" tabIndex={0} className="max-h-[38vh] overflow-y-auto rounded-lg">
                <ChangesView changes={changes} names={names} />
              </section>
            )}
          </>
        ) : (
          <p>
            It does not exist in {target.name} yet. It is created there with{' '}
            {source.steps.length === 1 ? 'its step' : `its ${source.steps.length} steps`},{' '}
            {source.status === 'INACTIVE' ? 'paused as here' : 'active as here'}.
          </p>
        )}
      </section>
      {isProduction(target) && changes?.length !== 0 && <Warning target={target} source={source} there={there} />}
    </>
  );
}

function Warning({ target, source, there }: { target: Environment; source: Workflow; there: Workflow | undefined }) {
  const isPaused = (there ?? source).status === 'INACTIVE';
  return (
    <p className="flex items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="text-pretty">
        {target.name} reaches real people. {there ? 'It stays' : 'It arrives'}{' '}
        {isPaused
          ? 'paused there: nothing is sent until it is activated there.'
          : 'active there: the next trigger already sends what you copy.'}
      </span>
    </p>
  );
}
