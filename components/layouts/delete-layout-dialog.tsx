'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogContent, DialogFooter } from '#components/ui/dialog.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { ApiFailure } from '#lib/api/client.ts';
import { layoutMutations, layoutQueries } from '#lib/layouts/client.ts';
import type { Layout, LayoutUsage } from '#lib/layouts/schema.ts';
import { counted } from '#lib/text/counted.ts';
import type { LayoutDialogProps } from './layout-action.ts';
import { WorkflowLinks } from './workflow-links.tsx';

/** Shows where the layout is used. The layout can be deleted only if no step names it. */
export function DeleteLayoutDialog({ layout, onClose, onDeleted }: LayoutDialogProps) {
  const { id } = useEnvironment();
  const usage = useQuery({ ...layoutQueries.usage(id, layout._id), staleTime: 0 });
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={`Delete ${layout.name}?`} role="alertdialog" className="max-w-lg">
        {usage.data ? (
          <Answer layout={layout} usage={usage.data} onClose={onClose} onDeleted={onDeleted} />
        ) : usage.error ? (
          <ErrorState
            title="The use of this layout could not be checked"
            {...failure(usage.error)}
            onRetry={() => void usage.refetch()}
          />
        ) : (
          <div role="status" className="flex flex-col gap-3 py-2">
            <span className="sr-only">Checking where the layout is used</span>
            <Skeleton className="w-3/4" />
            <Skeleton className="w-1/2" />
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}

function Answer({ layout, usage: { workflows }, onClose, onDeleted }: LayoutDialogProps & { usage: LayoutUsage }) {
  const { id } = useEnvironment();
  const remove = useMutation(layoutMutations.remove(id));
  const [error, setError] = useState<string>();
  const named = workflows.filter((workflow) => workflow.named);
  const run = async () => {
    try {
      await remove.mutateAsync(layout._id);
      onClose();
      onDeleted?.();
    } catch (cause) {
      setError(cause instanceof ApiFailure ? cause.message : String(cause));
    }
  };
  return (
    <>
      <div className="text-muted">
        <Consequence layout={layout} named={named} byDefault={workflows.length - named.length} />
      </div>
      {error && (
        <p role="alert" className="mt-3 rounded-md bg-bad-soft px-3 py-2 text-bad">
          {error}
        </p>
      )}
      <DialogFooter>
        <Button onClick={onClose}>{named.length > 0 ? 'Close' : 'Cancel'}</Button>
        {named.length === 0 && (
          <Button variant="danger" pending={remove.isPending} onClick={run}>
            Delete layout
          </Button>
        )}
      </DialogFooter>
    </>
  );
}

interface ConsequenceProps {
  layout: Layout;
  named: LayoutUsage['workflows'];
  byDefault: number;
}

function Consequence({ layout, named, byDefault }: ConsequenceProps) {
  if (named.length > 0) {
    return (
      <>
        <p>
          {named.length === 1 ? 'A workflow uses' : `${named.length} workflows use`} it in an email step. Choose another
          layout there first.
        </p>
        <WorkflowLinks workflows={named} className="mt-3 max-h-56" />
      </>
    );
  }
  if (layout.isDefault && byDefault > 0) {
    return (
      <p>
        This is the default layout of {counted(byDefault, 'workflow')}. If there is no other layout, their emails will
        be sent without a layout. Otherwise, make another layout the default first.
      </p>
    );
  }
  return <p>No workflow uses this layout. This cannot be undone.</p>;
}
