import {
  type inferParserType,
  parseAsArrayOf,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs';
import { ALL_TIME, ranges, spanOf } from '#components/activity/time-range.ts';
import { useOpenedAt } from '#components/layout/first-paint.ts';
import type { MessageOutcome } from '#lib/messages/statuses.ts';
import type { RunStatusName } from '#lib/notifications/list/run-summary.ts';
import { CHANNELS } from '#lib/providers/channel-names.ts';

/** A status of a run or of a message. */
export type StatusOfTab = RunStatusName | MessageOutcome;

export const profileRanges = [...ranges, ALL_TIME] as const;

const list = parseAsArrayOf(parseAsString).withDefault([]);
const text = parseAsString.withDefault('');

const parsers = {
  status: list,
  /** The `_id`s of workflows. */
  workflow: list,
  channel: parseAsStringLiteral(CHANNELS),
  range: parseAsStringLiteral(profileRanges.map(({ value }) => value)).withDefault(ALL_TIME.value),
  from: text,
  to: text,
  zone: text,
  page: parseAsInteger,
};

export type ProfileQuery = Omit<inferParserType<typeof parsers>, 'page'>;

/** Returns the filters of the open tab, which the URL contains. Statuses of the other tab are left out. */
export function useProfileFilters<Status extends StatusOfTab>(options: readonly Status[]) {
  const [{ page, ...query }, setQuery] = useQueryStates(parsers);
  const until = useOpenedAt();
  const status = options.filter((each) => query.status.includes(each));
  const isRanged = query.range !== ALL_TIME.value || query.from !== '' || query.to !== '';
  const span = spanOf(query, until);
  return {
    query: { ...query, status },
    until,
    isFiltered: status.length + query.workflow.length > 0 || query.channel !== null || isRanged,
    /** The bounds of the range, for the API. */
    times: isRanged && { after: new Date(span.from).toISOString(), before: new Date(span.to).toISOString() },
    change: (next: Partial<ProfileQuery>) => void setQuery({ ...next, page: null }),
    clear: () => void setQuery(null),
  };
}
