'use client';

import { useMutation } from '@tanstack/react-query';
import { confirm } from '#components/form/confirm.tsx';
import { notifyFailure } from '#components/form/notify-failure.tsx';
import { notifyUndoable } from '#components/form/notify-undoable.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { notify } from '#components/ui/notify.ts';
import { ApiFailure } from '#lib/api/client.ts';
import { workflowMutations } from '#lib/workflows/client.ts';
import { askToPause, namesOf } from './ask-to-pause.tsx';
import { type ActionTarget, DeleteConsequences } from './consequences.tsx';

/** Activates, pauses and deletes one or several workflows. Asks first if something stops. Resolves to true if the action was done. */
export function useWorkflowActions() {
  const environment = useEnvironment();
  const patch = useMutation(workflowMutations.patch(environment.id));
  const remove = useMutation(workflowMutations.remove(environment.id));
  const set = (active: boolean) => (workflow: ActionTarget) =>
    patch.mutateAsync({ workflowId: workflow._id, body: { active } });

  const activate = async (workflows: readonly ActionTarget[]) => {
    const versions = new Map<string, string | undefined>();
    try {
      await all(workflows, async (workflow) => versions.set(workflow._id, (await set(true)(workflow)).etag));
      const pauseAgain = ({ _id }: ActionTarget) =>
        patch.mutateAsync({ workflowId: _id, body: { active: false }, ...ifMatchOf(versions.get(_id)) });
      notifyUndoable(`${namesOf(workflows)} ${is(workflows)} active`, {
        description: `In ${environment.name}, from the next trigger on.`,
        undo: () => all(workflows, pauseAgain),
        undone: `${namesOf(workflows)} ${is(workflows)} paused again`,
      });
      return true;
    } catch (error) {
      notifyFailure(error, 'Not activated');
      return false;
    }
  };
  const pause = async (workflows: readonly ActionTarget[]) => {
    const versions = new Map<string, string | undefined>();
    const done = await askToPause(workflows, environment, () =>
      all(workflows, async (workflow) => versions.set(workflow._id, (await set(false)(workflow)).etag)),
    );
    if (!done) return false;
    // Only the paused version is resumed: a version that another user has saved since must not become active unseen.
    const resume = ({ _id }: ActionTarget) =>
      patch.mutateAsync({ workflowId: _id, body: { active: true }, ...ifMatchOf(versions.get(_id)) });
    notifyUndoable(`${namesOf(workflows)} ${is(workflows)} paused`, {
      undo: () => all(workflows, resume),
      undone: `${namesOf(workflows)} ${is(workflows)} active again`,
    });
    return true;
  };
  const erase = async (workflows: readonly ActionTarget[]) => {
    const done = await confirm({
      title: `Delete ${namesOf(workflows)}?`,
      body: <DeleteConsequences workflows={workflows} environment={environment} />,
      action: workflows.length === 1 ? 'Delete workflow' : `Delete ${workflows.length} workflows`,
      danger: true,
      run: () => all(workflows, ({ _id }) => remove.mutateAsync(_id)),
    });
    if (done) notify.done(`${namesOf(workflows)} ${workflows.length === 1 ? 'was' : 'were'} deleted`);
    return done;
  };
  return { activate, pause, remove: erase };
}

/**
 * Runs the action for all workflows. A failure does not stop the others. The first failure is shown with the number of
 * workflows that are done.
 */
async function all(
  workflows: readonly ActionTarget[],
  run: (workflow: ActionTarget) => Promise<unknown>,
): Promise<void> {
  const results = await Promise.allSettled(workflows.map(run));
  const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (failed.length === 0) return;
  if (workflows.length === 1) throw failed[0];
  const done = workflows.length - failed.length;
  throw new ApiFailure({ message: `${done} of ${workflows.length} are done. ${messageOf(failed[0])}` });
}

function ifMatchOf(etag: string | undefined) {
  return etag === undefined ? {} : { ifMatch: etag };
}

function is({ length }: readonly ActionTarget[]): string {
  return length === 1 ? 'is' : 'are';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
