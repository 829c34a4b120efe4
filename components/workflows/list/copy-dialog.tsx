'use client';

import { useMutation } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { useEnvironment, useSession } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { Dialog, DialogContent, DialogFooter } from '#components/ui/dialog.tsx';
import type { Environment } from '#lib/environments/schema.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { workflowMutations } from '#lib/workflows/client.ts';
import { CopyPreview, useCopyPreview } from './copy-preview.tsx';
import type { WorkflowDialogProps } from './duplicate-dialog.tsx';
import { EnvironmentChoice } from './environment-choice.tsx';

/** Previews the changes of copying to another environment, copies, and opens the result. */
export function CopyWorkflowDialog({ workflow, open, onOpenChange }: WorkflowDialogProps) {
  const { environments, environment } = useSession();
  const others = environments.filter(({ _id }) => _id !== environment._id);
  const [targetId, setTarget] = useState(others[0]?._id);
  const [copied, setCopied] = useState(false);
  const target = others.find(({ _id }) => _id === targetId);
  const change = (next: boolean) => {
    onOpenChange(next);
    setCopied(false);
  };
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent
        title={`Copy ${workflow.name} to ${others.length === 1 && target ? target.name : 'another environment'}`}
        description={`From ${environment.name}. The workflow with the same identifier becomes equal to this one, or is created.`}
        className="max-w-2xl"
      >
        {!target ? (
          <p className="text-muted">There is no other environment. An admin can make one under Settings.</p>
        ) : copied ? (
          <Copied workflow={workflow} target={target} />
        ) : (
          <div className="flex flex-col gap-4">
            {others.length > 1 && (
              <EnvironmentChoice legend="To" options={others} chosen={target} onChange={setTarget} />
            )}
            <Copying key={target._id} workflow={workflow} target={target} onDone={() => setCopied(true)} />
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}

interface CopyingProps extends Pick<WorkflowDialogProps, 'workflow'> {
  target: Environment;
  onDone: () => void;
}

function Copying({ workflow, target, onDone }: CopyingProps) {
  const { id } = useEnvironment();
  const preview = useCopyPreview(workflow, target);
  const sync = useMutation(workflowMutations.sync(id));
  const waiting = preview.state === 'loading' ? 'What would change is not known yet' : undefined;
  const equal = preview.state === 'known' && preview.changes?.length === 0 ? 'Nothing would change' : undefined;
  const copy = async () => {
    await sync.mutateAsync({ workflowId: workflow._id, targetEnvironmentId: target._id });
    onDone();
  };
  return (
    <>
      <CopyPreview preview={preview} target={target} />
      {sync.error && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
          {sync.error.message}
        </p>
      )}
      <DialogFooter>
        <Button
          variant="primary"
          pending={sync.isPending}
          disabledReason={waiting ?? equal}
          onClick={() => void copy().catch(() => {})}
        >
          Copy to {target.name}
        </Button>
      </DialogFooter>
    </>
  );
}

function Copied({ workflow, target }: Omit<CopyingProps, 'onDone'>) {
  return (
    <div className="flex flex-col items-start gap-4">
      <p role="status" className="flex items-center gap-2">
        <CircleCheck aria-hidden className="size-5 text-ok" />
        {workflow.name} in {target.name} is now what it is here.
      </p>
      <Link
        href={workflowAddress(`/${target.slug}`, workflow.workflowId)}
        className={buttonClass({ variant: 'primary' })}
      >
        Open it in {target.name}
      </Link>
    </div>
  );
}
