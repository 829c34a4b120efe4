'use client';

import { createContext, use } from 'react';
import type { Layout } from '#lib/layouts/schema.ts';

export type LayoutAction = 'rename' | 'duplicate' | 'setDefault' | 'delete';
type Open = (action: LayoutAction, layout: Layout) => void;

export const LayoutActionContext = createContext<Open | undefined>(undefined);

/** Opens the dialog of an action. Needs `LayoutActions` around it. */
export function useLayoutAction(): Open {
  const open = use(LayoutActionContext);
  if (!open) throw new Error('useLayoutAction must be used inside LayoutActions');
  return open;
}

/** The props of every layout dialog. */
export interface LayoutDialogProps {
  layout: Layout;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
}
