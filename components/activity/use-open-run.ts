import { parseAsString, parseAsStringLiteral, useQueryState, useQueryStates } from 'nuqs';

const RUN_TABS = ['timeline', 'messages', 'data', 'raw'] as const;
const tab = parseAsStringLiteral(RUN_TABS).withDefault('timeline');

const parsers = { run: parseAsString, pane: tab };

/** The open run, which the URL holds. Another run opens at the same tab; closing forgets the tab. */
export function useOpenRun() {
  const [{ run }, set] = useQueryStates(parsers, { history: 'push' });
  return {
    openId: run,
    open: (id: string) => void set({ run: id }),
    close: () => void set({ run: null, pane: null }),
  };
}

/** The open tab of the open run. */
export function useRunTab() {
  return useQueryState('pane', tab);
}
