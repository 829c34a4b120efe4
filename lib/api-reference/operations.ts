import type { OpenApiDocument, OpenApiOperation } from '#lib/api/openapi-document.ts';

/** One operation of the API reference. */
export interface ReferenceOperation extends OpenApiOperation {
  /** In capitals. */
  method: string;
  /** Includes `/api`. */
  path: string;
  group: string;
  callers: 'keys' | 'people' | 'subscribers' | 'anyone';
}

/** The operations of one tag. */
export interface ReferenceGroup {
  /** The fragment of the page's URL that leads to the group. */
  id: string;
  name: string;
  operations: readonly ReferenceOperation[];
  /** Whether no API key may call an operation of the group. */
  isForPeople: boolean;
}

/** The groups that developers need first. Others follow by name. */
const FIRST_GROUPS = [
  'Events',
  'Subscribers',
  'Preferences',
  'Suppressions',
  'Topics',
  'Inbox',
  'Embedded inbox',
  'Notifications',
  'Messages',
  'Workflows',
  'Layouts',
  'Integrations',
];

/** The first operations of their group. Others follow by path and method. */
const FIRST_OPERATIONS = [
  'triggerEvent',
  'triggerEventsInBulk',
  'broadcastEvent',
  'cancelEvent',
  'createSubscriber',
  'searchSubscribers',
  'createInboxSession',
  'listNotifications',
  'getNotification',
  'explain',
];

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Returns the operations by tag, the most important first. Groups without an operation for API keys are last. */
export function groupsOf({ paths, servers, tags }: OpenApiDocument): ReferenceGroup[] {
  const base = servers[0]?.url ?? '';
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path: base + path,
      group: operation.tags[0] ?? '',
      callers: callersOf(operation),
    })),
  );
  const groups = tags.map(({ name }) => {
    const operations = all.filter(({ group }) => group === name).sort(byUse);
    const isForPeople = operations.every(({ callers }) => callers === 'people' || callers === 'anyone');
    return { id: `group-${name.toLowerCase().replaceAll(' ', '-')}`, name, operations, isForPeople };
  });
  return groups.sort(
    (one, other) =>
      Number(one.isForPeople) - Number(other.isForPeople) ||
      rank(FIRST_GROUPS, one.name) - rank(FIRST_GROUPS, other.name) ||
      one.name.localeCompare(other.name),
  );
}

function callersOf({ security }: OpenApiOperation): ReferenceOperation['callers'] {
  if (security.length === 0) return 'anyone';
  if (security.some((scheme) => 'InboxToken' in scheme)) return 'subscribers';
  return security.some((scheme) => 'ApiKey' in scheme) ? 'keys' : 'people';
}

function byUse(one: ReferenceOperation, other: ReferenceOperation): number {
  return (
    rank(FIRST_OPERATIONS, one.operationId) - rank(FIRST_OPERATIONS, other.operationId) ||
    one.path.split('/').length - other.path.split('/').length ||
    one.path.localeCompare(other.path) ||
    rank(METHODS, one.method) - rank(METHODS, other.method)
  );
}

function rank(order: readonly string[], name: string): number {
  const at = order.indexOf(name);
  return at === -1 ? order.length : at;
}
