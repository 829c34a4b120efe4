import { usePathname, useSearchParams } from 'next/navigation';
import { parseAsString, parseAsStringLiteral, useQueryState, useQueryStates } from 'nuqs';
import { useCallback } from 'react';
import { viewQuery } from './view-query.ts';

const RUN_TABS = ['timeline', 'messages', 'data', 'raw'] as const;
const tab = parseAsStringLiteral(RUN_TABS).withDefault('timeline');

const parsers = { run: parseAsString, pane: tab };

/** The run of a row. */
interface Run {
  _id: string;
}

/**
 * Returns the open run, which the URL contains. Opening another run keeps the open tab. Closing the run resets the tab.
 * A new tab with the address of a run has the filters of the list too.
 */
export function useOpenRun() {
  const list = usePathname();
  const filters = viewQuery(useSearchParams().toString());
  const [{ run }, set] = useQueryStates(parsers, { history: 'push' });
  return {
    openId: run,
    href: useCallback(({ _id }: Run) => runAddress(list, filters, _id), [list, filters]),
    open: useCallback(({ _id }: Run) => void set({ run: _id }), [set]),
    close: useCallback(() => void set({ run: null, pane: null }), [set]),
  };
}

/** Returns the open tab of the open run. */
export function useRunTab() {
  return useQueryState('pane', tab);
}

/** Returns the address of a list with one of its runs open. */
export function runAddress(list: string, filters: string, runId: string): string {
  return `${list}?${filters ? `${filters}&` : ''}run=${runId}`;
}
