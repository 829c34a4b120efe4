import { type inferParserType, parseAsArrayOf, parseAsString, parseAsStringLiteral } from 'nuqs';
import { actionLabel, allActions } from '#lib/audit-log/action-labels.ts';
import type { AuditListInput } from '#lib/audit-log/client.ts';
import { AUDITED_NOUNS } from '#lib/audit-log/nouns.ts';

export const auditRanges = [
  { value: '24h', label: 'Last 24 hours', ms: 86_400_000 },
  { value: '7d', label: 'Last 7 days', ms: 7 * 86_400_000 },
  { value: '30d', label: 'Last 30 days', ms: 30 * 86_400_000 },
  { value: '90d', label: 'Last 90 days', ms: 90 * 86_400_000 },
] as const;

/** All filters of the log as stored in the URL, and the cursors of the pages up to the current page. */
export const auditParsers = {
  after: parseAsArrayOf(parseAsString).withDefault([]),
  range: parseAsStringLiteral(auditRanges.map(({ value }) => value)),
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
  const { after, range, actor, environment, resource, action, q } = query;
  const ms = auditRanges.find(({ value }) => value === range)?.ms;
  return {
    after: after.at(-1) ?? null,
    createdGte: ms === undefined ? null : new Date(now - ms).toISOString(),
    actorId: actor,
    environmentId: environment,
    resourceType: resource,
    action,
    q,
    limit: 50,
  };
}

/** Returns the values of the filters. Null for a filter that is not set. */
export function filterValues({ after: _, ...filters }: AuditLogQuery): (string | null)[] {
  return Object.values(filters);
}

export function isFiltered(query: AuditLogQuery): boolean {
  return filterValues(query).some((value) => value !== null);
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
