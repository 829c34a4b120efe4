'use client';

import { createContext, type ReactNode, use } from 'react';

interface ShellActions {
  openMenu: () => void;
  openPalette: () => void;
}

const ShellActionsContext = createContext<ShellActions>({ openMenu: () => {}, openPalette: () => {} });

export function ShellActionsProvider({ value, children }: { value: ShellActions; children: ReactNode }) {
  return <ShellActionsContext value={value}>{children}</ShellActionsContext>;
}

/** What a page's top bar asks of the shell around it. */
export function useShellActions(): ShellActions {
  return use(ShellActionsContext);
}
