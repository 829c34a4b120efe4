'use client';

import { createContext, type ReactNode, use } from 'react';

interface ShellActions {
  openMenu: () => void;
  openPalette: () => void;
  openShortcuts: () => void;
}

const ShellActionsContext = createContext<ShellActions>({
  openMenu: () => {},
  openPalette: () => {},
  openShortcuts: () => {},
});

export function ShellActionsProvider({ value, children }: { value: ShellActions; children: ReactNode }) {
  return <ShellActionsContext value={value}>{children}</ShellActionsContext>;
}

/** Returns the actions of the shell that a page's top bar can call. */
export function useShellActions(): ShellActions {
  return use(ShellActionsContext);
}
