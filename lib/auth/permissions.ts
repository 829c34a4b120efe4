/**
 * The permissions of roles and API keys. The API rejects calls without permission, and the dashboard disables actions
 * and shows the reason.
 */
import { listText } from '#lib/text/list-text.ts';

export const ROLES = ['owner', 'admin', 'developer', 'support'] as const;
export type Role = (typeof ROLES)[number];

export const roleNames = {
  owner: 'Owner',
  admin: 'Admin',
  developer: 'Developer',
  support: 'Support',
} as const satisfies Record<Role, string>;

/** The scope of an API key in its environment. */
export const API_KEY_SCOPES = ['all', 'trigger', 'read'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

const everyone = ['owner', 'admin', 'developer', 'support'] as const;
const builders = ['owner', 'admin', 'developer'] as const;
const admins = ['owner', 'admin'] as const;

interface Rule {
  roles: readonly Role[];
  /** The action, for the end of a sentence such as "Admins may …". */
  verb: string;
  /**
   * Whether API keys have the permission. API keys may access the data of their environment, but not members, keys or
   * secrets.
   */
  apiKey: boolean;
}

const rules = {
  'subscribers:read': { roles: everyone, verb: 'see subscribers', apiKey: true },
  'subscribers:write': { roles: everyone, verb: 'change subscribers', apiKey: true },
  /** Required to export or erase all data of a subscriber, which includes sensitive content. */
  'subscribers:erase': { roles: admins, verb: 'export and erase everything of a subscriber', apiKey: true },
  'preferences:write': { roles: everyone, verb: 'change preferences', apiKey: true },
  'suppressions:read': { roles: everyone, verb: 'see suppressed addresses', apiKey: true },
  'suppressions:write': { roles: builders, verb: 'suppress addresses', apiKey: true },
  'suppressions:remove': { roles: everyone, verb: 'remove suppressed addresses', apiKey: true },
  'topics:read': { roles: everyone, verb: 'see topics', apiKey: true },
  'topics:write': { roles: builders, verb: 'change topics', apiKey: true },
  'contexts:read': { roles: everyone, verb: 'see contexts', apiKey: true },
  'contexts:write': { roles: builders, verb: 'change contexts', apiKey: true },
  'messages:read': { roles: everyone, verb: 'see messages', apiKey: true },
  'messages:write': { roles: builders, verb: 'delete messages', apiKey: true },
  'messages:retry': { roles: everyone, verb: 'retry failed messages', apiKey: true },
  'messages:resend': { roles: everyone, verb: 'send messages again', apiKey: true },
  'messages:fetch': { roles: everyone, verb: 'ask providers about messages', apiKey: true },
  'messages:recover': { roles: builders, verb: 'retry failed messages together', apiKey: true },
  /** Required to read the content of messages whose workflow is marked as sensitive. */
  'messages:content': { roles: builders, verb: 'see sensitive content', apiKey: true },
  'events:trigger': { roles: builders, verb: 'trigger workflows', apiKey: true },
  'events:cancel': { roles: builders, verb: 'cancel runs in progress', apiKey: true },
  'notifications:read': { roles: everyone, verb: 'see activity', apiKey: true },
  'workflows:read': { roles: everyone, verb: 'see workflows', apiKey: true },
  'workflows:write': { roles: builders, verb: 'change workflows', apiKey: true },
  'integrations:read': { roles: everyone, verb: 'see integrations', apiKey: true },
  'integrations:write': { roles: admins, verb: 'change integrations', apiKey: true },
  'integrations:credentials': { roles: admins, verb: 'see the credentials of integrations', apiKey: false },
  'environment-variables:read': { roles: everyone, verb: 'see environment variables', apiKey: true },
  'environment-variables:write': { roles: admins, verb: 'change environment variables', apiKey: true },
  'environments:read': { roles: everyone, verb: 'see environments', apiKey: true },
  'environments:write': { roles: admins, verb: 'change environments', apiKey: false },
  'environments:secrets': { roles: admins, verb: 'see and replace signing secrets', apiKey: false },
  'api-keys:read': { roles: builders, verb: 'see API keys', apiKey: false },
  'api-keys:write': { roles: admins, verb: 'create and revoke API keys', apiKey: false },
  'members:read': { roles: everyone, verb: 'see members', apiKey: false },
  'members:write': { roles: admins, verb: 'invite, change and remove members', apiKey: false },
  'members:owners': { roles: ['owner'], verb: 'manage owners', apiKey: false },
  'sign-in-providers:write': { roles: admins, verb: 'see and change sign-in providers', apiKey: false },
  'organizations:write': { roles: ['owner'], verb: 'change the organization', apiKey: false },
  'request-log:read': { roles: builders, verb: 'see the request log', apiKey: false },
  'alerts:write': { roles: admins, verb: 'see and change alerts', apiKey: false },
  'system:read': { roles: admins, verb: 'see the state of the system', apiKey: false },
  'audit-log:read': { roles: builders, verb: 'see the audit log', apiKey: false },
} as const satisfies Record<string, Rule>;

export type Permission = keyof typeof rules;

export const PERMISSIONS = Object.keys(rules) as Permission[];

/** Whether a member with `role` has `permission`. */
export function can(role: Role, permission: Permission): boolean {
  return (rules[permission].roles as readonly Role[]).includes(role);
}

/** Whether an API key with `scope` has `permission` in its environment. */
export function apiKeyCan(scope: ApiKeyScope, permission: Permission): boolean {
  return rules[permission].apiKey && scopesOf(permission).includes(scope);
}

/** Returns a text that explains why an API key with `scope` lacks `permission`. */
export function whyNotKey(scope: ApiKeyScope, permission: Permission): string {
  const { apiKey, verb } = rules[permission];
  if (!apiKey) return 'API keys cannot do this: sign in instead';
  const wanted = scopesOf(permission).map((each) => `“${each}”`);
  return `This API key has the scope “${scope}” and cannot ${verb}. Use a key with the scope ${wanted.join(' or ')}.`;
}

/** Returns the scopes of API keys that include a permission. Only the scope `all` includes sensitive content. */
function scopesOf(permission: Permission): readonly ApiKeyScope[] {
  if (permission.startsWith('events:')) return ['trigger', 'all'];
  return permission.endsWith(':read') ? ['read', 'all'] : ['all'];
}

/** Returns a text that explains why `role` lacks `permission`. Undefined if the role has the permission. */
export function whyNot(role: Role, permission: Permission): string | undefined {
  if (can(role, permission)) return undefined;
  const { roles, verb } = rules[permission];
  const who = roles.map((allowed) => plurals[allowed]);
  return `Only ${listText(who)} may ${verb}; your role is ${roleNames[role]}.`;
}

/** Returns every permission of `role`. */
export function permissionsOf(role: Role): Permission[] {
  return PERMISSIONS.filter((permission) => can(role, permission));
}

/**
 * Whether a member with the role `actor` may change another member's role from `from` to `to`. Without `to`, the member
 * is removed. Only owners may add, change and remove owners.
 */
export function canChangeMember(actor: Role, from: Role, to?: Role): boolean {
  return can(actor, from === 'owner' || to === 'owner' ? 'members:owners' : 'members:write');
}

const plurals = {
  owner: 'owners',
  admin: 'admins',
  developer: 'developers',
  support: 'support',
} as const satisfies Record<Role, string>;
