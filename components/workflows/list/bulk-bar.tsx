'use client';

import { Pause, Play, Rocket, Trash2, X } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useEnvironment, useSession, useWhyNot } from '#components/layout/session.tsx';
import { publishAddress } from '#components/publishing/publish-address.ts';
import { Button } from '#components/ui/button.tsx';
import type { WorkflowListItem } from '#lib/workflows/schema.ts';
import { useList } from './list-context.tsx';
import { useWorkflowActions } from './use-workflow-actions.tsx';

/** The actions on all selected workflows. Floats above the end of the list. */
export function BulkBar() {
  const { rows, selected, select } = useList();
  const { activate, pause, remove } = useWorkflowActions();
  const denied = useWhyNot('workflows:write');
  const { base } = useEnvironment();
  const alone = useSession().environments.length < 2;
  const router = useRouter();
  const [pending, setPending] = useState(false);
  if (selected.size === 0) return null;
  const chosen = rows.filter(({ _id }) => selected.has(_id));
  const inactive = chosen.filter(({ status }) => status === 'INACTIVE');
  const running = chosen.filter(({ status }) => status !== 'INACTIVE');
  const run = async (action: typeof pause, workflows: readonly WorkflowListItem[]) => {
    setPending(true);
    if (await action(workflows)) select([]);
    setPending(false);
  };
  return (
    <section
      aria-label="Selected workflows"
      className="sticky bottom-4 z-20 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-1.5 rounded-lg bg-raised py-1.5 pr-1.5 pl-3 shadow-float animate-pop-in"
    >
      <p aria-live="polite" className="pr-2 font-medium" data-numeric>
        {chosen.length} selected
      </p>
      <Button
        size="sm"
        pending={pending}
        disabledReason={denied ?? (inactive.length === 0 ? 'All selected workflows are active' : undefined)}
        onClick={() => void run(activate, inactive)}
      >
        <Play aria-hidden />
        Activate
      </Button>
      <Button
        size="sm"
        disabledReason={denied ?? (running.length === 0 ? 'No selected workflow is active' : undefined)}
        onClick={() => void run(pause, running)}
      >
        <Pause aria-hidden />
        Pause
      </Button>
      <Button
        size="sm"
        disabledReason={denied ?? (alone ? 'There is no other environment' : undefined)}
        onClick={() => router.push(publishAddress(base, { workflows: chosen.map(({ workflowId }) => workflowId) }))}
      >
        <Rocket aria-hidden />
        Publish…
      </Button>
      <Button size="sm" disabledReason={denied} onClick={() => void run(remove, chosen)}>
        <Trash2 aria-hidden />
        Delete
      </Button>
      <Button size="sm" variant="ghost" aria-label="Clear selection" onClick={() => select([])}>
        <X aria-hidden />
      </Button>
    </section>
  );
}
