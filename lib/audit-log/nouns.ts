/** The nouns of the audit log: values of `resourceType`. */

/** Resources whose changes are always audited, including changes by API keys. */
export const CONFIGURATION_NOUNS = [
  'integrations',
  'workflows',
  'layouts',
  'environments',
  'environment-variables',
  'organizations',
  'members',
  'invitations',
  'api-keys',
  'alert-rules',
  'sign-in-providers',
  'suppressions',
  'erasures',
  'recoveries',
  'users',
  'sessions',
] as const;

/** All nouns that can be searched. Changes by API keys are audited only for the nouns of `CONFIGURATION_NOUNS`. */
export const AUDITED_NOUNS = [
  ...CONFIGURATION_NOUNS,
  'subscribers',
  'topics',
  'contexts',
  'preferences',
  'messages',
  'notifications',
  'events',
  'saved-views',
  'request-log',
  'audit-log',
] as const;

/**
 * Resources of the organization. Their entries have no environment, even if the dashboard showed an environment during
 * the change.
 */
const ORGANIZATION_NOUNS: ReadonlySet<string> = new Set([
  'organizations',
  'environments',
  'environment-variables',
  'members',
  'invitations',
  'sign-in-providers',
  'users',
  'sessions',
  'audit-log',
]);

/** Actions on an environment that change its content. Their entries have this environment. */
const CHANGES_CONTENT: ReadonlySet<string> = new Set(['environments.publish', 'environments.undoPublish']);

/** Returns the environment of a record, or null for resources of the organization. */
export function environmentOf(
  { action, resourceType }: { action: string; resourceType: string },
  environmentId: string | null,
): string | null {
  return ORGANIZATION_NOUNS.has(resourceType) && !CHANGES_CONTENT.has(action) ? null : environmentId;
}
