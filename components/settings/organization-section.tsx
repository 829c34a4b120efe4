'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { useOpened } from '#components/ui/use-opened.ts';
import { meQueries } from '#lib/me/client.ts';
import { SettingsSection } from './settings-page.tsx';

const RenameOrganizationDialog = dynamic(
  () => import('./rename-organization-dialog.tsx').then((module) => module.RenameOrganizationDialog),
  { ssr: false },
);

/** The organization's name, which an owner can change. */
export function OrganizationSection() {
  const me = useQuery(meQueries.current());
  const denied = useWhyNot('organizations:write');
  const [renaming, setRenaming] = useState(false);
  const hasDialog = useOpened(renaming);
  const name = me.data?.organization.name;
  return (
    <SettingsSection
      id="organization"
      title="Organization"
      intro="Invitations and reset links show the name of the organization."
    >
      <div className="flex items-center gap-4 rounded-lg border border-line bg-surface px-3 py-2">
        {name === undefined ? (
          <Skeleton className="w-40 flex-1" />
        ) : (
          <Truncate value={name} className="min-w-0 flex-1 font-medium" />
        )}
        <Button
          size="sm"
          disabledReason={denied ?? (name === undefined ? 'The name is loading' : undefined)}
          onClick={() => setRenaming(true)}
        >
          Rename
        </Button>
      </div>
      {hasDialog && name !== undefined && (
        <RenameOrganizationDialog key={name} name={name} open={renaming} onOpenChange={setRenaming} />
      )}
    </SettingsSection>
  );
}
