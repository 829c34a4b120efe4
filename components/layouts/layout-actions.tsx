'use client';

import { type ReactNode, useState } from 'react';
import type { Layout } from '#lib/layouts/schema.ts';
import { DefaultLayoutDialog } from './default-layout-dialog.tsx';
import { DeleteLayoutDialog } from './delete-layout-dialog.tsx';
import { DuplicateLayoutDialog } from './duplicate-layout-dialog.tsx';
import { type LayoutAction, LayoutActionContext } from './layout-action.ts';
import { RenameLayoutDialog } from './rename-layout-dialog.tsx';

const dialogs = {
  rename: RenameLayoutDialog,
  duplicate: DuplicateLayoutDialog,
  setDefault: DefaultLayoutDialog,
  delete: DeleteLayoutDialog,
} as const;

interface Props {
  children: ReactNode;
  /** Runs after the layout was deleted. */
  onDeleted?: () => void;
}

/** The dialogs of a layout, one open at a time. */
export function LayoutActions({ children, onDeleted }: Props) {
  const [open, setOpen] = useState<{ action: LayoutAction; layout: Layout }>();
  const Dialog = open && dialogs[open.action];
  return (
    <LayoutActionContext value={(action, layout) => setOpen({ action, layout })}>
      {children}
      {Dialog && <Dialog layout={open.layout} onClose={() => setOpen(undefined)} onDeleted={onDeleted} />}
    </LayoutActionContext>
  );
}
