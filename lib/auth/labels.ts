/** The descriptions of roles and scopes. They are not in permissions.ts, because every page loads that file. */
import type { ApiKeyScope, Role } from './permissions.ts';

export const roleDescriptions: Record<Role, string> = {
  owner: 'Everything, including managing the other owners.',
  admin: 'Everything except managing owners and the organization.',
  developer: 'Workflows and data; sees integrations and keys without their secrets.',
  support: 'Reads activity and messages, sends messages again; edits subscribers and their preferences.',
};

export const scopeLabels = {
  all: { name: 'All', description: 'Reads and changes everything that API keys may.' },
  trigger: {
    name: 'Trigger only',
    description: 'Triggers, dry-runs and cancels workflows. Cannot read anything else.',
  },
  read: {
    name: 'Read only',
    description: 'Reads everything except sensitive content. Cannot change or trigger anything.',
  },
} as const satisfies Record<ApiKeyScope, { name: string; description: string }>;
