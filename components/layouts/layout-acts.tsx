'use client';

import { createContext, type ReactNode, use, useState } from 'react';
import type { Layout } from '#lib/layouts/schema.ts';
import { DefaultLayoutDialog } from './default-layout-dialog.tsx';
import { DeleteLayoutDialog } from './delete-layout-dialog.tsx';
import { DuplicateLayoutDialog } from './duplicate-layout-dialog.tsx';
import { RenameLayoutDialog } from './rename-layout-dialog.tsx';

export type LayoutAct = 'rename' | 'duplicate' | 'setDefault' | 'delete';
type Act = (act: LayoutAct, layout: Layout) => void;

const ActContext = createContext<Act | undefined>(undefined);

/** Opens the dialog of an act; stands around every menu of a layout. */
export function useLayoutAct(): Act {
  const act = use(ActContext);
  if (!act) throw new Error('useLayoutAct stands outside of LayoutActs');
  return act;
}

const dialogs = {
  rename: RenameLayoutDialog,
  duplicate: DuplicateLayoutDialog,
  setDefault: DefaultLayoutDialog,
  delete: DeleteLayoutDialog,
} as const;

interface Props {
  children: ReactNode;
  /** Runs when the layout of the page is gone. */
  onDeleted?: () => void;
}

/** The dialogs of a layout, one open at a time. */
export function LayoutActs({ children, onDeleted }: Props) {
  const [open, setOpen] = useState<{ act: LayoutAct; layout: Layout }>();
  const Dialog = open && dialogs[open.act];
  return (
    <ActContext value={(act, layout) => setOpen({ act, layout })}>
      {children}
      {Dialog && <Dialog layout={open.layout} onClose={() => setOpen(undefined)} onDeleted={onDeleted} />}
    </ActContext>
  );
}

/** What every dialog of a layout gets. */
export interface LayoutDialogProps {
  layout: Layout;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
}
