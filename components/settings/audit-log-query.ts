import { type inferParserType, parseAsArrayOf, parseAsString, parseAsStringLiteral } from 'nuqs';
import { ALL_TIME, ranges, spanOf } from '#components/activity/time-range.ts';
import { actionLabel, allActions } from '#lib/audit-log/action-labels.ts';
import type { AuditListInput } from '#lib/audit-log/client.ts';
import { AUDITED_NOUNS } from '#lib/audit-log/nouns.ts';

export const auditRanges = [...ranges, ALL_TIME] as const;

const text = parseAsString.withDefault('');

/** All filters of the log as stored in the URL, and the cursors of the pages up to the current page. */
export const auditParsers = {
  after: parseAsArrayOf(parseAsString).withDefault([]),
  range: parseAsStringLiteral(auditRanges.map(({ value }) => value)).withDefault(ALL_TIME.value),
  from: text,
  to: text,
  /** An IANA time zone; empty: the reader's own. */
  zone: text,
  actor: parseAsString,
  /** The ID of the environment. */
  environment: parseAsString,
  resource: parseAsString,
  action: parseAsString,
  q: parseAsString,
};

export type AuditLogQuery = inferParserType<typeof auditParsers>;

/** Returns the query for the API. `now` (milliseconds) fixes the start of the range, so that pages do not shift while a user reads. */
export function auditInput(query: AuditLogQuery, now: number): AuditListInput {
  const { after, range, from, to, actor, environment, resource, action, q } = query;
  const span = spanOf(query, now);
  const isRanged = from !== '' || range !== ALL_TIME.value;
  return {
    after: after.at(-1) ?? null,
    createdGte: isRanged ? new Date(span.from).toISOString() : null,
    createdLt: to ? new Date(span.to).toISOString() : null,
    actorId: actor,
    environmentId: environment,
    resourceType: resource,
    action,
    q,
    limit: 50,
  };
}

/** Returns the values of the filters. Empty or null for a filter that is not set. */
export function filterValues({ after: _, zone, range, ...filters }: AuditLogQuery): (string | null)[] {
  return Object.values({ ...filters, range: range === ALL_TIME.value ? '' : range });
}

export function isFiltered(query: AuditLogQuery): boolean {
  return filterValues(query).some(Boolean);
}

const nounLabels: Partial<Record<string, string>> = {
  'api-keys': 'API keys',
  users: 'Passwords',
  sessions: 'Sign-ins',
  notifications: 'Runs',
  events: 'Triggers',
};

/** The resources of entries, for the filter. */
export const resourceOptions = AUDITED_NOUNS.map((value) => ({
  value,
  label: nounLabels[value] ?? `${value.charAt(0).toUpperCase()}${value.slice(1).replace('-', ' ')}`,
}));

/** Returns the actions on a resource, or on all resources. */
export function actionOptions(resource: string | null) {
  return allActions
    .filter((action) => resource === null || action.startsWith(`${resource}.`))
    .map((value) => ({ value, label: actionLabel(value) }))
    .sort((one, other) => one.label.localeCompare(other.label));
}
