'use client';

import Link from 'next/link';
import { EnvironmentDot } from '#components/layout/environment-dot.tsx';
import { useSession } from '#components/layout/session.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { Truncate } from '#components/ui/truncate.tsx';
import { can, ROLES, roleNames } from '#lib/auth/permissions.ts';
import { listText } from '#lib/text/list-text.ts';
import { SettingsSection } from './settings-page.tsx';

/** Explains who can read sensitive content, with links to the workflows of each environment. */
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
      <ul aria-label="Workflows by environment" className="rounded-lg border border-line bg-surface">
        {environments.map((environment) => (
          <li key={environment._id} className="flex items-center gap-3 border-line px-3 py-2 not-first:border-t">
            <EnvironmentDot environment={environment} />
            <Truncate value={environment.name} className="min-w-0 flex-1 font-medium" />
            <Link href={`/${environment.slug}/workflows`} className={buttonClass({ size: 'sm' })}>
              Workflows<span className="sr-only"> of {environment.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}
