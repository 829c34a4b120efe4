'use client';

import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { type ComponentProps, type ReactNode, useCallback, useMemo, useState } from 'react';
import { EventDialog } from '#components/events/event-dialog.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { publishAddress } from '#components/publishing/publish-address.ts';
import type { WorkflowListItem } from '#lib/workflows/schema.ts';
import type { ListProvider, RowAction } from './list-context.tsx';
import { useRowActions } from './use-row-actions.ts';
import { useWorkflowActions } from './use-workflow-actions.tsx';

const DuplicateWorkflowDialog = dynamic(
  () => import('./duplicate-dialog.tsx').then((module) => module.DuplicateWorkflowDialog),
  { ssr: false },
);

const none: never[] = [];

/** Returns the selection and the open menu of the list, and the dialogs of its actions. */
export function useListState(rows: readonly WorkflowListItem[] = none): {
  state: ComponentProps<typeof ListProvider>['value'] & object;
  dialogs: ReactNode;
} {
  const [ids, select] = useState<readonly string[]>(none);
  const [menu, openMenu] = useState<string>();
  const [dialog, setDialog] = useState<{
    kind: 'duplicate' | 'trigger' | 'dry-run';
    workflow: WorkflowListItem;
  }>();
  const actions = useWorkflowActions();
  const router = useRouter();
  const { base } = useEnvironment();
  const toggle = useCallback(
    (id: string) => select((chosen) => (chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])),
    [],
  );
  useRowActions({ openMenu, toggle });
  const selected = useMemo(() => new Set(rows.map(({ _id }) => _id).filter((id) => ids.includes(id))), [rows, ids]);
  const action = (name: RowAction, workflow: WorkflowListItem) => {
    if (name === 'activate') void actions.activate([workflow]);
    else if (name === 'pause') void actions.pause([workflow]);
    else if (name === 'delete') void actions.remove([workflow]);
    else if (name === 'publish') router.push(publishAddress(base, { workflows: [workflow.workflowId] }));
    else setDialog({ kind: name, workflow });
  };
  const close = () => setDialog(undefined);
  return {
    state: { rows, selected, select, menu, openMenu, action },
    dialogs: dialog && (
      <>
        {dialog.kind === 'duplicate' && (
          <DuplicateWorkflowDialog workflow={dialog.workflow} open onOpenChange={close} />
        )}
        <EventDialog
          dialog={dialog.kind}
          workflowId={dialog.workflow.workflowId}
          about={dialog.workflow.name}
          onClose={close}
        />
      </>
    ),
  };
}
