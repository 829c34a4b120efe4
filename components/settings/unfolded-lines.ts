'use client';

import { createContext, use } from 'react';

interface Unfolded {
  /** The `_id`s of the entries whose parts are shown. */
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
}

const UnfoldedContext = createContext<Unfolded>({ ids: new Set(), toggle: () => undefined });

/** The unfolded lines of the list. Columns are defined at module scope, so their cells reach the page through it. */
export const UnfoldedLines = UnfoldedContext.Provider;

export function useUnfolded(): Unfolded {
  return use(UnfoldedContext);
}
