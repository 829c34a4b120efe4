import { describe, expect, test } from 'vitest';
import { apiKeyCan, can, canChangeMember, PERMISSIONS, permissionsOf, ROLES, whyNot } from './permissions.ts';

describe('permissions', () => {
  test('owners have all permissions, and admins all but those on owners and the organization', () => {
    expect(permissionsOf('owner')).toEqual(PERMISSIONS);
    expect(PERMISSIONS.filter((permission) => !can('admin', permission))).toEqual([
      'members:owners',
      'organizations:write',
    ]);
  });

  test('every role includes the permissions of the next one', () => {
    for (const [at, role] of ROLES.slice(1).entries()) {
      const higher = ROLES[at] ?? 'owner';
      expect(permissionsOf(role).filter((permission) => !can(higher, permission))).toEqual([]);
    }
  });

  test('support reads data, edits subscribers and retries messages, but sees no secrets, keys or audit log', () => {
    for (const permission of [
      'notifications:read',
      'messages:read',
      'messages:retry',
      'messages:resend',
      'messages:fetch',
      'subscribers:write',
      'preferences:write',
      'topics:read',
    ] as const) {
      expect(can('support', permission), permission).toBe(true);
    }
    for (const permission of [
      'integrations:credentials',
      'api-keys:read',
      'audit-log:read',
      'workflows:write',
      'topics:write',
      'events:trigger',
      'events:cancel',
      'messages:content',
    ] as const) {
      expect(can('support', permission), permission).toBe(false);
    }
  });

  test('developers change workflows, but see no credentials', () => {
    for (const permission of [
      'workflows:write',
      'api-keys:read',
      'events:trigger',
      'events:cancel',
      'messages:content',
    ] as const) {
      expect(can('developer', permission), permission).toBe(true);
    }
    for (const permission of [
      'integrations:write',
      'integrations:credentials',
      'environments:secrets',
      'members:write',
      'api-keys:write',
    ] as const) {
      expect(can('developer', permission), permission).toBe(false);
    }
  });

  test('API keys have only permissions on data', () => {
    for (const permission of ['subscribers:write', 'events:trigger', 'events:cancel', 'messages:retry'] as const) {
      expect(apiKeyCan('all', permission), permission).toBe(true);
    }
    for (const permission of [
      'integrations:credentials',
      'environments:secrets',
      'api-keys:read',
      'members:read',
      'audit-log:read',
    ] as const) {
      expect(apiKeyCan('all', permission), permission).toBe(false);
    }
  });

  test('the text about a missing permission names the roles with it and the reader’s role', () => {
    expect(whyNot('support', 'integrations:write')).toBe(
      'Only owners and admins may change integrations; your role is Support.',
    );
    expect(whyNot('admin', 'members:owners')).toBe('Only owners may manage owners; your role is Admin.');
    expect(whyNot('support', 'workflows:write')).toMatch(/^Only owners, admins and developers may change workflows/);
    for (const role of ROLES) {
      for (const permission of PERMISSIONS) expect(whyNot(role, permission) === undefined).toBe(can(role, permission));
    }
  });

  test('only owners add, change and remove owners', () => {
    expect(canChangeMember('admin', 'support', 'admin')).toBe(true);
    expect(canChangeMember('admin', 'owner', 'admin')).toBe(false);
    expect(canChangeMember('admin', 'support', 'owner')).toBe(false);
    expect(canChangeMember('admin', 'owner')).toBe(false);
    expect(canChangeMember('owner', 'owner')).toBe(true);
    expect(canChangeMember('developer', 'support')).toBe(false);
  });
});
