'use client';

import Link from 'next/link';
import { useSession } from '#components/layout/session.tsx';
import { can, ROLES, roleNames } from '#lib/auth/permissions.ts';
import { listText } from '#lib/text/list-text.ts';
import { SettingsSection } from './settings-page.tsx';

/** The settings for senders and sensitive content, with the pages that change them. */
export function ContentSection() {
  const { environments } = useSession();
  const readers = ROLES.filter((role) => can(role, 'messages:content')).map(
    (role) => `${roleNames[role].toLowerCase()}s`,
  );
  return (
    <SettingsSection
      id="content"
      title="Senders and sensitive content"
      intro="Both are set where they apply, in each environment."
    >
      <ul className="rounded-lg border border-line bg-surface">
        {environments.map(({ _id, name, slug }) => (
          <li
            key={_id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line px-3 py-2 not-first:border-t"
          >
            <span className="min-w-32 flex-1 font-medium wrap-anywhere">{name}</span>
            <Link href={`/${slug}/integrations`} className="rounded-sm text-accent-text hover:underline">
              Senders
            </Link>
            <Link href={`/${slug}/workflows`} className="rounded-sm text-accent-text hover:underline">
              Sensitive workflows
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-xs text-pretty text-muted">
        Each email integration has its sender’s name and address; a step can set a reply address. The settings of a
        workflow mark its content as sensitive: only {listText(readers)} then see it, and each access is recorded.
      </p>
    </SettingsSection>
  );
}
