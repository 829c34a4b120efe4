'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useEnvironment } from '#components/layout/session.tsx';
import { SettingsPage } from '#components/settings/settings-page.tsx';
import { failure } from '#components/table/read-error.ts';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { recipientPageQueries } from '#lib/recipient-page/client.ts';
import { AddressSection } from './address-section.tsx';
import { TrackingSection } from './tracking-section.tsx';

const LookSection = dynamic(() => import('./look-section.tsx').then((module) => module.LookSection), {
  ssr: false,
  loading: () => <Skeleton className="h-80" />,
});

/** The settings of the recipient page, on which recipients choose what they get. Each environment has its own. */
export function RecipientPageSettingsPage() {
  const { id, name } = useEnvironment();
  const settings = useQuery(recipientPageQueries.settings(id));
  return (
    <SettingsPage
      title="Recipient page"
      intro={
        <>
          Links in messages of <strong className="font-medium text-fg">{name}</strong> lead to a page on which
          recipients choose what they get, without sign-in.
        </>
      }
    >
      {settings.data && <LookSection key={id} settings={settings.data} />}
      {settings.data && <AddressSection settings={settings.data} />}
      {settings.data && <TrackingSection settings={settings.data} />}
      {settings.isPending && <Skeleton className="h-80" />}
      {settings.isError && (
        <ErrorState
          title="The settings could not be loaded"
          {...failure(settings.error)}
          onRetry={() => void settings.refetch()}
        />
      )}
    </SettingsPage>
  );
}
