import { roleDescriptions } from '#lib/auth/labels.ts';
import { ROLES, roleNames } from '#lib/auth/permissions.ts';
import { SettingsSection } from './settings-page.tsx';

/** The permissions of each role. */
export function MemberRoles() {
  return (
    <SettingsSection
      id="roles"
      title="Roles"
      intro="The rights of each role, in every environment. A new role takes effect immediately."
    >
      <dl className="divide-y divide-line rounded-lg border border-line bg-surface">
        {ROLES.map((role) => (
          <div key={role} className="gap-x-4 px-3 py-2 sm:grid sm:grid-cols-[112px_minmax(0,1fr)]">
            <dt className="font-medium">{roleNames[role]}</dt>
            <dd className="text-pretty text-muted">{roleDescriptions[role]}</dd>
          </div>
        ))}
      </dl>
    </SettingsSection>
  );
}
