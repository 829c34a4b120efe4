import { useMutation } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { confirm } from '#components/form/confirm.tsx';
import { isProduction } from '#components/layout/is-production.ts';
import { useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { notify } from '#components/ui/notify.ts';
import { Truncate } from '#components/ui/truncate.tsx';
import { ApiFailure } from '#lib/api/client.ts';
import type { EnvironmentDiff } from '#lib/publishing/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { shortList } from '#lib/text/list-text.ts';
import { workflowMutations } from '#lib/workflows/client.ts';
import { type PausedThere, pausedThere } from './paused.ts';
import type { PublishEnds } from './publish-ends.ts';

interface Props extends PublishEnds {
  diff: EnvironmentDiff;
}

/** Up to this many names are listed in the question. */
const FEW = 5;

/**
 * The workflows with the same content that are active in the source and paused in the target, with a button that
 * activates them there.
 */
export function PausedWorkflows({ diff, source, target }: Props) {
  const workflows = pausedThere(diff);
  const denied = useWhyNot('workflows:write');
  const activate = useActivateThere({ source, target });
  if (workflows.length === 0) return null;
  return (
    <section aria-labelledby="paused-there">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 pb-1.5">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="paused-there" className="flex items-baseline gap-1.5 font-semibold">
            Paused in {target.name}
            <span className="text-xs font-normal text-faint" data-numeric>
              {workflows.length.toLocaleString('en')}
            </span>
          </h2>
          <p className="text-pretty text-muted">
            Their content is the same in both environments, but they are active only in {source.name}. Publishing does
            not change whether a workflow is active.
          </p>
        </div>
        {workflows.length > 1 && (
          <Button size="sm" disabledReason={denied} onClick={() => void activate(workflows)}>
            <Play aria-hidden />
            Activate all {workflows.length} there…
          </Button>
        )}
      </div>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {workflows.map((workflow) => (
          <li key={workflow.id} className="flex items-center gap-3 px-3 py-1.5">
            <Truncate value={workflow.name} className="min-w-0 flex-1 font-medium" />
            <Button size="sm" disabledReason={denied} onClick={() => void activate([workflow])}>
              Activate there…
              <span className="sr-only">: {workflow.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns a function that asks for confirmation and activates workflows in the target. */
function useActivateThere({ target }: PublishEnds) {
  const patch = useMutation({
    ...workflowMutations.patch(target._id),
    meta: { invalidates: [['workflows', target._id], ['publishing']] },
  });
  return async (workflows: readonly PausedThere[]): Promise<void> => {
    const [one] = workflows;
    const what = workflows.length === 1 && one ? one.name : counted(workflows.length, 'workflow');
    const done = await confirm({
      title: `Activate ${what} in ${target.name}?`,
      body: (
        <p className={isProduction(target) ? 'font-medium text-warn' : undefined}>
          {workflows.length > 1 &&
            `${shortList(
              workflows.map(({ name }) => name),
              FEW,
            )}: `}
          {workflows.length > 1 ? 'from' : 'From'} the next trigger on,{' '}
          {workflows.length > 1 ? 'they send' : 'it sends'}
          {isProduction(target) ? ' to real people' : ''}. Steps with an issue, such as a missing integration, cannot
          send.
        </p>
      ),
      action: workflows.length === 1 ? 'Activate workflow' : `Activate ${what}`,
      run: async () => {
        const results = await Promise.allSettled(
          workflows.map(({ id }) => patch.mutateAsync({ workflowId: id, body: { active: true } })),
        );
        const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
        if (failed.length === 0) return;
        const count = `${results.length - failed.length} of ${results.length} are active. `;
        throw new ApiFailure({ message: `${results.length > 1 ? count : ''}${(failed[0] as Error).message}` });
      },
    });
    if (done) notify.done(`${what} ${workflows.length === 1 ? 'is' : 'are'} active in ${target.name}`);
  };
}
