'use client';

import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import type { Layout } from '#lib/layouts/schema.ts';
import { type LayoutAction, LayoutActionContext } from './layout-action.ts';

const dialogs = {
  rename: dynamic(() => import('./rename-layout-dialog.tsx').then((module) => module.RenameLayoutDialog)),
  duplicate: dynamic(() => import('./duplicate-layout-dialog.tsx').then((module) => module.DuplicateLayoutDialog)),
  setDefault: dynamic(() => import('./default-layout-dialog.tsx').then((module) => module.DefaultLayoutDialog)),
  delete: dynamic(() => import('./delete-layout-dialog.tsx').then((module) => module.DeleteLayoutDialog)),
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
