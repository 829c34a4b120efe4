'use client';

import { useMutation } from '@tanstack/react-query';
import { CirclePause } from 'lucide-react';
import { notifyFailure } from '#components/form/notify-failure.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { notify } from '#components/ui/notify.ts';
import { workflowMutations } from '#lib/workflows/client.ts';
import type { EventState } from './use-event.ts';

type Paused = Pick<EventState, 'name' | 'pause' | 'activate' | 'trigger'>;

/** A notice above the predicted steps of a dry run: a trigger would run nothing, because the workflow is paused. */
export function PausedNotice({ state }: { state: Paused }) {
  if (state.pause === undefined) return null;
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-3 rounded-md bg-warn-soft px-3 py-2 text-warn">
      <p role="status" className="flex min-w-0 flex-1 items-start gap-2 text-pretty">
        <CirclePause aria-hidden className="mt-0.5 size-4 shrink-0" />
        {PAUSED[state.pause]}
      </p>
      {state.pause === 'stored' && <ActivateButton state={state} />}
    </div>
  );
}

const PAUSED = {
  stored: 'The workflow is paused: a trigger runs nothing. The steps are predicted as if it were active.',
  draft: 'The workflow is paused until you save your changes. The steps are predicted as if it were active.',
} as const satisfies Record<NonNullable<Paused['pause']>, string>;

/** Activates the workflow in the dialog that tests it. */
export function ActivateButton({ state: { name, activate, trigger } }: { state: Paused }) {
  const { id, name: environment } = useEnvironment();
  const denied = useWhyNot('workflows:write');
  const patch = useMutation({
    ...workflowMutations.patch(id),
    onSuccess: ({ body }) =>
      notify.done(`${body.name} is active`, { description: `In ${environment}, from the next trigger on.` }),
    onError: (error) => notifyFailure(error, 'Not activated'),
  });
  const patchActive = () => patch.mutate({ workflowId: name, body: { active: true } });
  const run = () => {
    trigger.reset(); // its response was "the workflow is paused"
    (activate ?? patchActive)();
  };
  return (
    <Button size="sm" disabledReason={denied} pending={patch.isPending} onClick={run}>
      Activate
    </Button>
  );
}
