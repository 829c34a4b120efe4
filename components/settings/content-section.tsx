'use client';

import Link from 'next/link';
import { useSession } from '#components/layout/session.tsx';
import { can, ROLES, roleNames } from '#lib/auth/permissions.ts';
import { listText } from '#lib/text/list-text.ts';
import { SettingsSection } from './settings-page.tsx';

/** The marks of sensitive workflows, with the pages that change them. */
export function ContentSection() {
  const { environments } = useSession();
  const readers = ROLES.filter((role) => can(role, 'messages:content')).map(
    (role) => `${roleNames[role].toLowerCase()}s`,
  );
  return (
    <SettingsSection
      id="content"
      title="Sensitive content"
      intro={`You mark the content of a workflow as sensitive in its settings: only ${listText(readers)} can then reveal it, and each access is recorded.`}
    >
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {environments.map(({ _id, name, slug }) => (
          <Link
            key={_id}
            href={`/${slug}/workflows`}
            className="touch-area rounded-sm text-accent-text underline-offset-2 hover:underline"
          >
            <span className="sr-only">Workflows of </span>
            {name}
          </Link>
        ))}
      </p>
    </SettingsSection>
  );
}
