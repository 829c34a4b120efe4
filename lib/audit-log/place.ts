import type { AuditEntry } from './schema.ts';

const settings: Readonly<Record<string, string>> = {
  members: '/settings/members',
  invitations: '/settings/members',
  organizations: '/settings/general',
  'sign-in-providers': '/settings/general#sign-in',
  environments: '/settings/environments',
  'environment-variables': '/settings/environment-variables',
};

/** The paths of resource pages by noun, relative to the path of the environment. */
const pages: Readonly<Record<string, (resource: AuditEntry['resource']) => string | undefined>> = {
  integrations: () => '/integrations',
  'api-keys': () => '/api-keys',
  workflows: ({ _id }) => `/workflows/${_id}`,
  layouts: ({ _id }) => `/layouts/${_id}`,
  subscribers: ({ label }) => label && `/subscribers/${encodeURIComponent(label)}`,
  preferences: ({ label }) => label && `/subscribers/${encodeURIComponent(label)}?tab=preferences`,
  notifications: ({ _id }) => `/activity?range=90d&run=${_id}`,
  suppressions: ({ label }) => (label === undefined ? '/suppressions' : `/suppressions?q=${encodeURIComponent(label)}`),
  messages: ({ _id, label }) => (label === undefined ? `/messages/${_id}` : undefined),
  events: ({ _id }) => `/activity?range=90d&transaction=${encodeURIComponent(_id)}`,
};

/**
 * Actions whose entries link to no resource, because the resource was deleted or revoked, or because the action changed
 * many resources.
 */
const GONE = /\.(delete(?!Credentials)\w*|revoke|bulk)$/;

/**
 * Returns the page of an entry's resource. Undefined if the resource has no page, or if the resource was deleted.
 * @param base the path of the entry's environment: "/production". Undefined if the entry has no environment.
 */
export function placeOf(
  { action, resource }: Pick<AuditEntry, 'action' | 'resource'>,
  base: string | undefined,
): string | undefined {
  if (GONE.test(action)) return undefined;
  const page = base === undefined ? undefined : pages[resource.type]?.(resource);
  return page === undefined ? settings[resource.type] : `${base}${page}`;
}
