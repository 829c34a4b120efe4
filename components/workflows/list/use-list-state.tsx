'use client';

import dynamic from 'next/dynamic';
import { type ComponentProps, type ReactNode, useCallback, useMemo, useState } from 'react';
import type { WorkflowListItem } from '#lib/workflows/schema.ts';
import type { ListProvider, RowAct } from './list-context.tsx';
import { useRowActs } from './use-row-acts.ts';
import { useWorkflowActs } from './use-workflow-acts.tsx';

const DuplicateWorkflowDialog = dynamic(
  () => import('./duplicate-dialog.tsx').then((module) => module.DuplicateWorkflowDialog),
  { ssr: false },
);
const CopyWorkflowDialog = dynamic(() => import('./copy-dialog.tsx').then((module) => module.CopyWorkflowDialog), {
  ssr: false,
});

const none: never[] = [];

/** What is chosen and open in the list, and the dialogs of its acts. */
export function useListState(rows: readonly WorkflowListItem[] = none): {
  state: ComponentProps<typeof ListProvider>['value'] & object;
  dialogs: ReactNode;
} {
  const [ids, select] = useState<readonly string[]>(none);
  const [menu, openMenu] = useState<string>();
  const [dialog, setDialog] = useState<{ kind: 'duplicate' | 'copy'; workflow: WorkflowListItem }>();
  const acts = useWorkflowActs();
  const toggle = useCallback(
    (id: string) => select((chosen) => (chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])),
    [],
  );
  useRowActs({ openMenu, toggle });
  const selected = useMemo(() => new Set(rows.map(({ _id }) => _id).filter((id) => ids.includes(id))), [rows, ids]);
  const act = (name: RowAct, workflow: WorkflowListItem) => {
    if (name === 'activate') void acts.activate([workflow]);
    else if (name === 'pause') void acts.pause([workflow]);
    else if (name === 'delete') void acts.remove([workflow]);
    else setDialog({ kind: name, workflow });
  };
  const close = () => setDialog(undefined);
  return {
    state: { rows, selected, select, menu, openMenu, act },
    dialogs: dialog && (
      <>
        <DuplicateWorkflowDialog workflow={dialog.workflow} open={dialog.kind === 'duplicate'} onOpenChange={close} />
        <CopyWorkflowDialog workflow={dialog.workflow} open={dialog.kind === 'copy'} onOpenChange={close} />
      </>
    ),
  };
}
