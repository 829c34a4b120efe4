'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { useSession } from '#components/layout/session.tsx';
import { can, ROLES, roleNames } from '#lib/auth/permissions.ts';
import type { Environment } from '#lib/environments/schema.ts';
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
      <div className="flex flex-col gap-4">
        <Part title="Senders" page="integrations" environments={environments}>
          Each email integration has its sender’s name and address; a step can set a reply address.
        </Part>
        <Part title="Sensitive content" page="workflows" environments={environments}>
          The settings of a workflow mark its content as sensitive: only {listText(readers)} then see it, and each
          access is recorded.
        </Part>
      </div>
    </SettingsSection>
  );
}

interface PartProps {
  title: string;
  /** The page with the setting, in each environment. */
  page: string;
  environments: readonly Environment[];
  children: ReactNode;
}

function Part({ title, page, environments, children }: PartProps) {
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <p className="text-pretty text-muted">{children}</p>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {environments.map(({ _id, name, slug }) => (
          <Link
            key={_id}
            href={`/${slug}/${page}`}
            className="touch-area rounded-sm text-accent-text underline-offset-2 hover:underline"
          >
            <span className="sr-only">{title} of </span>
            {name}
          </Link>
        ))}
      </p>
    </div>
  );
}
