'use client';

import { createContext, use } from 'react';
import type { WorkflowListItem } from '#lib/workflows/schema.ts';

/** The actions in the menu of a row. */
export type RowAction = 'activate' | 'pause' | 'trigger' | 'dry-run' | 'duplicate' | 'publish' | 'delete';

interface ListState {
  rows: readonly WorkflowListItem[];
  /** The IDs of the selected rows of this page. */
  selected: ReadonlySet<string>;
  select: (ids: readonly string[]) => void;
  /** The ID of the row whose menu is open. */
  menu: string | undefined;
  openMenu: (id: string | undefined) => void;
  action: (action: RowAction, workflow: WorkflowListItem) => void;
}

const ListContext = createContext<ListState | undefined>(undefined);

/** Provides the selection and the open menu of the list to the cells, whose columns are defined at module scope. */
export const ListProvider = ListContext.Provider;

export function useList(): ListState {
  const list = use(ListContext);
  if (!list) throw new Error('useList must be used inside the list');
  return list;
}
