'use client';

import { createContext, use } from 'react';
import type { WorkflowListItem } from '#lib/workflows/schema.ts';

/** What one may do with a workflow from its row. */
export type RowAction = 'activate' | 'pause' | 'duplicate' | 'copy' | 'delete';

interface ListState {
  rows: readonly WorkflowListItem[];
  /** Ids of the chosen rows of this page. */
  selected: ReadonlySet<string>;
  select: (ids: readonly string[]) => void;
  /** Id of the row whose menu is open. */
  menu: string | undefined;
  openMenu: (id: string | undefined) => void;
  action: (action: RowAction, workflow: WorkflowListItem) => void;
}

const ListContext = createContext<ListState | undefined>(undefined);

/** Columns stand at module scope; this is how their cells reach the page. */
export const ListProvider = ListContext.Provider;

export function useList(): ListState {
  const list = use(ListContext);
  if (!list) throw new Error('useList stands outside of the list');
  return list;
}
