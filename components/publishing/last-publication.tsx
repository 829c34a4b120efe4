import { Undo2 } from 'lucide-react';
import { confirm } from '#components/form/confirm.tsx';
import { useSession, useWhyNot } from '#components/layout/session.tsx';
import { ActorName } from '#components/members/actor-name.tsx';
import { Button } from '#components/ui/button.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { EnvironmentDiff, UndoResult } from '#lib/publishing/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { listText } from '#lib/text/list-text.ts';
import type { PublishEnds } from './publish-ends.ts';
import { showUndone, useUndoPublication } from './use-publish.tsx';

interface Props extends PublishEnds {
  last: NonNullable<EnvironmentDiff['lastPublication']>;
}

/** The newest publication to the target, with Undo. */
export function LastPublication({ last, source, target }: Props) {
  const { environments } = useSession();
  const denied = useWhyNot('workflows:write');
  const undo = useUndoPublication({ source, target });
  const { workflows, layouts, createdBy, createdAt, _sourceEnvironmentId, _id } = last;
  const from = environments.find((each) => each._id === _sourceEnvironmentId)?.name;
  const what = countsText({ workflows, layouts });
  const ask = async () => {
    let result: UndoResult | undefined;
    const done = await confirm({
      title: `Undo the last publication to ${target.name}?`,
      body: <UndoConsequences last={last} />,
      action: 'Undo publication',
      run: async () => {
        result = await undo(_id);
      },
    });
    if (done && result) showUndone(result, target.name);
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

function UndoConsequences({ last: { workflows, layouts, created } }: Pick<Props, 'last'>) {
  const restored = { workflows: workflows - created.workflows, layouts: layouts - created.layouts };
  const hasCreated = created.workflows + created.layouts > 0;
  const hasRestored = restored.workflows + restored.layouts > 0;
  return (
    <ul className="list-disc space-y-1 pl-4 text-fg">
      {hasCreated && (
        <li>
          Deleted: {countsText(created)}.{created.workflows > 0 && ' A workflow that was triggered is paused instead.'}
          {created.layouts > 0 && ' A layout that another workflow uses stays.'}
        </li>
      )}
      <li>
        Restored to the earlier content: {hasRestored ? `${countsText(restored)}, from the next trigger on` : 'none'}.
      </li>
      <li>Content that was changed after the publication is kept, and the result lists it.</li>
    </ul>
  );
}

/** Returns "12 workflows and 2 layouts". */
function countsText({ workflows, layouts }: { workflows: number; layouts: number }): string {
  return listText([
    ...(workflows > 0 ? [counted(workflows, 'workflow')] : []),
    ...(layouts > 0 ? [counted(layouts, 'layout')] : []),
  ]);
}
