import { parseAsArrayOf, parseAsInteger, parseAsString, useQueryStates } from 'nuqs';
import type { MessageOutcome } from '#lib/messages/statuses.ts';
import type { RunStatusName } from '#lib/notifications/run-summary.ts';

/** A status of a run or of a message. */
export type StatusOfTab = RunStatusName | MessageOutcome;

const parsers = { status: parseAsArrayOf(parseAsString).withDefault([]), page: parseAsInteger };

/** Returns the filter by status of the open tab, which the URL contains. Statuses of the other tab are left out. */
export function useProfileStatus<Status extends StatusOfTab>(options: readonly Status[]) {
  const [{ status }, setQuery] = useQueryStates(parsers);
  return {
    status: options.filter((each) => status.includes(each)),
    setStatus: (next: string[]) => void setQuery({ status: next, page: null }),
  };
}
