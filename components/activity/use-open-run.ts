import { parseAsString, parseAsStringLiteral, useQueryState, useQueryStates } from 'nuqs';
import { useCallback } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';

const RUN_TABS = ['timeline', 'messages', 'data', 'raw'] as const;
const tab = parseAsStringLiteral(RUN_TABS).withDefault('timeline');

const parsers = { run: parseAsString, pane: tab };

/** The run of a row. */
interface Run {
  _id: string;
}

/**
 * Returns the open run, which the URL contains. Opening another run keeps the open tab. Closing the run resets the tab.
 */
export function useOpenRun() {
  const { base } = useEnvironment();
  const [{ run }, set] = useQueryStates(parsers, { history: 'push' });
  return {
    openId: run,
    href: useCallback(({ _id }: Run) => `${base}/activity?run=${_id}`, [base]),
    open: useCallback(({ _id }: Run) => void set({ run: _id }), [set]),
    close: useCallback(() => void set({ run: null, pane: null }), [set]),
  };
}

/** Returns the open tab of the open run. */
export function useRunTab() {
  return useQueryState('pane', tab);
}
