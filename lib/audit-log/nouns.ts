/** What the audit log speaks of: values of `resourceType`. */

/** Changes of these are kept whoever makes them. */
export const CONFIGURATION_NOUNS = [
  'integrations',
  'workflows',
  'layouts',
  'environments',
  'organizations',
  'members',
  'invitations',
  'api-keys',
  'users',
  'sessions',
] as const;

/** Everything that can be looked for; changes of the rest are kept when a person makes them. */
export const AUDITED_NOUNS = [...CONFIGURATION_NOUNS, 'subscribers', 'preferences'] as const;
