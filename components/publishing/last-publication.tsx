import { useMutation } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { confirm } from '#components/form/confirm.tsx';
import { useSession, useWhyNot } from '#components/layout/session.tsx';
import { ActorName } from '#components/members/actor-name.tsx';
import { Button } from '#components/ui/button.tsx';
import { notify } from '#components/ui/notify.ts';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { publishingMutations } from '#lib/publishing/client.ts';
import type { EnvironmentDiff } from '#lib/publishing/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { listText } from '#lib/text/list-text.ts';
import type { PublishEnds } from './publish-ends.ts';
import { undoneOrThrow } from './use-publish.tsx';

interface Props extends PublishEnds {
  last: NonNullable<EnvironmentDiff['lastPublication']>;
}

/** The newest publication to the target, with Undo. */
export function LastPublication({ last, source, target }: Props) {
  const { environments } = useSession();
  const denied = useWhyNot('workflows:write');
  const undo = useMutation(
    publishingMutations.undo({ sourceEnvironmentId: source._id, targetEnvironmentId: target._id }),
  );
  const { workflows, layouts, createdBy, createdAt, _sourceEnvironmentId, _id } = last;
  const from = environments.find((each) => each._id === _sourceEnvironmentId)?.name;
  const what = listText([
    ...(workflows > 0 ? [counted(workflows, 'workflow')] : []),
    ...(layouts > 0 ? [counted(layouts, 'layout')] : []),
  ]);
  const ask = async () => {
    const done = await confirm({
      title: `Undo the last publication to ${target.name}?`,
      body: <UndoConsequences what={what} target={target.name} />,
      action: 'Undo publication',
      run: async () => undoneOrThrow(await undo.mutateAsync(_id)),
    });
    if (done) notify.done(`The publication to ${target.name} was undone`);
  };
  return (
    <section
      aria-label="Last publication"
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-lg border border-line px-3 py-2"
    >
      <p className="min-w-0 flex-1 basis-64 text-pretty">
        Last published to {target.name}: {what}
        {from && from !== source.name && ` from ${from}`}
        <span className="text-muted">
          {' '}
          · <ActorName actor={{ label: createdBy }} /> · <RelativeTime value={createdAt} />
        </span>
      </p>
      <Button size="sm" disabledReason={denied} onClick={() => void ask()}>
        <Undo2 aria-hidden />
        Undo…
      </Button>
    </section>
  );
}

function UndoConsequences({ what, target }: { what: string; target: string }) {
  return (
    <ul className="list-disc space-y-1 pl-4 text-fg">
      <li>
        {what} of {target} are restored: items that the publication changed get their earlier content again, from the
        next trigger on.
      </li>
      <li>
        Items that the publication created are deleted. A workflow that has been triggered is paused instead, and a
        layout that a workflow uses stays.
      </li>
      <li>Items that changed after the publication stay as they are.</li>
    </ul>
  );
}
