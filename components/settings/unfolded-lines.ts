'use client';

import { createContext, use } from 'react';

interface Unfolded {
  /** The `_id`s of the entries whose parts are shown. */
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
}

const UnfoldedContext = createContext<Unfolded>({ ids: new Set(), toggle: () => undefined });

/** Provides the unfolded lines of the list to the cells, whose columns are defined at module scope. */
export const UnfoldedLines = UnfoldedContext.Provider;

export function useUnfolded(): Unfolded {
  return use(UnfoldedContext);
}
