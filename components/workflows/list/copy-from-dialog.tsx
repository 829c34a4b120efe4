'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEnvironment, useSession } from '#components/layout/session.tsx';
import { WorkflowStatusBadge } from '#components/status/workflow-status.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { notify } from '#components/ui/notify.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import type { Environment } from '#lib/environments/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { workflowMutations, workflowQueries } from '#lib/workflows/client.ts';
import { EnvironmentChoice } from './environment-choice.tsx';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Copies the workflows of another environment into one without workflows. */
export function CopyFromDialog({ open, onOpenChange }: Props) {
  const { environments, environment } = useSession();
  const others = environments.filter(({ _id }) => _id !== environment._id);
  const [sourceId, setSource] = useState(others[0]?._id);
  const source = others.find(({ _id }) => _id === sourceId);
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={`Copy workflows to ${environment.name}`}
        description="Copies workflows with their steps. Active workflows are live here immediately."
      >
        <div className="flex flex-col gap-4">
          {source && others.length > 1 && (
            <EnvironmentChoice legend="From" options={others} chosen={source} onChange={setSource} />
          )}
          {source && <Choice key={source._id} source={source} onDone={() => onOpenChange(false)} />}
        </div>
      </DialogContent>
    </Dialog>
  );
}

/** The number of workflows that are copied at the same time. */
const AT_ONCE = 8;

function Choice({ source, onDone }: { source: Environment; onDone: () => void }) {
  const here = useEnvironment();
  const list = useQuery(workflowQueries.all(source._id));
  const sync = useMutation(workflowMutations.sync(source._id));
  const [left, setLeft] = useState<readonly string[]>([]);
  const [failed, setFailed] = useState<string>();
  const [pending, setPending] = useState(false);
  if (list.error) return <p role="alert">{list.error.message}</p>;
  if (!list.data) return <Skeleton className="h-40 rounded-lg" />;
  const workflows = list.data;
  const chosen = workflows.filter(({ _id }) => !left.includes(_id));
  const toggle = (id: string) => setLeft(left.includes(id) ? left.filter((each) => each !== id) : [...left, id]);
  const what = counted(chosen.length, 'workflow');
  const copy = async () => {
    setPending(true);
    const problem = await copyAll(chosen, ({ _id }) =>
      sync.mutateAsync({ workflowId: _id, targetEnvironmentId: here.id }),
    );
    setPending(false);
    if (problem) return setFailed(`Not all were copied. ${problem}`);
    notify.done(`${what} copied from ${source.name}`);
    onDone();
  };
  if (workflows.length === 0) return <p className="text-muted">{source.name} has no workflows either.</p>;
  return (
    <>
      <fieldset className="max-h-[42vh] overflow-y-auto rounded-lg border border-line p-1">
        <legend className="sr-only">Workflows of {source.name}</legend>
        {workflows.map(({ _id, name, status }) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is one
          <label key={_id} className="flex min-h-9 items-center gap-2.5 rounded-md px-2 hover:bg-hover">
            <Checkbox checked={!left.includes(_id)} onCheckedChange={() => toggle(_id)} />
            <Truncate value={name} className="flex-1" />
            <WorkflowStatusBadge status={status} />
          </label>
        ))}
      </fieldset>
      {failed && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
          {failed}
        </p>
      )}
      <Button
        variant="primary"
        className="self-end"
        pending={pending}
        disabledReason={chosen.length === 0 ? 'None is chosen' : undefined}
        onClick={() => void copy()}
      >
        Copy {what}
      </Button>
    </>
  );
}

/** Copies all items. One failure does not stop the others. Returns the first failure. */
async function copyAll<Item>(
  items: readonly Item[],
  copy: (item: Item) => Promise<unknown>,
): Promise<string | undefined> {
  let problem: string | undefined;
  for (let at = 0; at < items.length; at += AT_ONCE) {
    for (const result of await Promise.allSettled(items.slice(at, at + AT_ONCE).map(copy))) {
      if (result.status === 'rejected') problem ??= String(result.reason?.message ?? result.reason);
    }
  }
  return problem;
}
