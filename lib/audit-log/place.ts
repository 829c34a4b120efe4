import type { AuditEntry } from './schema.ts';

const settings: Readonly<Record<string, string>> = {
  members: '/settings/members',
  invitations: '/settings/members',
  'api-keys': '/settings/api-keys',
  environments: '/settings/environments',
};

/** The pages of things, by noun, behind the address of their environment. */
const pages: Readonly<Record<string, (resource: AuditEntry['resource']) => string | undefined>> = {
  integrations: () => '/integrations',
  workflows: ({ _id }) => `/workflows/${_id}`,
  layouts: ({ _id }) => `/layouts/${_id}`,
  subscribers: ({ label }) => label && `/subscribers/${encodeURIComponent(label)}`,
  preferences: ({ label }) => label && `/subscribers/${encodeURIComponent(label)}?tab=preferences`,
  notifications: ({ _id }) => `/activity?range=90d&run=${_id}`,
  messages: ({ _id, label }) => (label === undefined ? `/messages/${_id}` : undefined),
  events: ({ _id }) => `/activity?range=90d&transaction=${encodeURIComponent(_id)}`,
};

/** Things that are no longer there. */
const GONE = /\.(delete\w*|revoke|bulk)$/;

/**
 * The page of what an entry is about. Undefined where there is none, or none any more.
 * @param base the address of the entry's environment: "/production". Undefined where it has none.
 */
export function placeOf(
  { action, resource }: Pick<AuditEntry, 'action' | 'resource'>,
  base: string | undefined,
): string | undefined {
  if (GONE.test(action)) return undefined;
  const page = base === undefined ? undefined : pages[resource.type]?.(resource);
  return page === undefined ? settings[resource.type] : `${base}${page}`;
}
