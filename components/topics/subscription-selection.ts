'use client';

import { createContext, use } from 'react';
import type { Subscription } from '#lib/topics/schema.ts';

interface Selection {
  rows: readonly Subscription[];
  /** The `_id`s of the selected rows of this page. */
  selected: ReadonlySet<string>;
  select: (ids: readonly string[]) => void;
}

const SelectionContext = createContext<Selection | undefined>(undefined);

/** Provides the selection of the list to the cells, whose columns are defined at module scope. */
export const SubscriptionSelection = SelectionContext.Provider;

export function useSelection(): Selection {
  const selection = use(SelectionContext);
  if (!selection) throw new Error('useSelection must be used inside SubscriptionSelection');
  return selection;
}
