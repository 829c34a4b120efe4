'use client';

import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useWhyNot } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { useOpened } from '#components/ui/use-opened.ts';
import { roleNames } from '#lib/auth/permissions.ts';
import { signInProviderQueries } from '#lib/sign-in-providers/client.ts';
import type { SignInProvider } from '#lib/sign-in-providers/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { listText } from '#lib/text/list-text.ts';
import { ProviderMenu } from './provider-menu.tsx';

const ProviderDialog = dynamic(() => import('./provider-dialog.tsx').then((module) => module.ProviderDialog), {
  ssr: false,
});

/** The sign-in providers of the organization, for admins. Other members see that only admins may change providers. */
export function ProviderList() {
  const denied = useWhyNot('sign-in-providers:write');
  const providers = useQuery({ ...signInProviderQueries.list(), enabled: denied === undefined });
  const [adding, setAdding] = useState(false);
  const hasAdded = useOpened(adding);
  const { data = [], redirectUrl = '' } = providers.data ?? {};
  return (
    <div className="rounded-lg border border-line bg-surface">
      <div className="flex items-center justify-between gap-4 px-3 py-2">
        <h3 className="font-medium">Sign-in providers</h3>
        <Button size="sm" disabledReason={denied} onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          Add provider
        </Button>
      </div>
      {providers.isError && (
        <ErrorState
          title="The providers could not be loaded"
          {...failure(providers.error)}
          onRetry={() => void providers.refetch()}
        />
      )}
      {denied === undefined && providers.isPending && <Skeleton className="mx-3 mb-3 h-10" />}
      {data.length > 0 && (
        <ul aria-label="Sign-in providers" className="border-t border-line">
          {data.map((provider) => (
            <ProviderRow key={provider._id} provider={provider} redirectUrl={redirectUrl} />
          ))}
        </ul>
      )}
      {providers.data && data.length === 0 && (
        <p className="border-t border-line px-3 py-2 text-xs text-pretty text-muted">
          None. Members sign in with their password. With a provider, they use the account that they have at work.
        </p>
      )}
      {hasAdded && <ProviderDialog redirectUrl={redirectUrl} open={adding} onOpenChange={setAdding} />}
    </div>
  );
}

function ProviderRow({ provider, redirectUrl }: { provider: SignInProvider; redirectUrl: string }) {
  const { name, issuer, active, members, lastUsedAt } = provider;
  return (
    <li className="flex items-center gap-3 border-line px-3 py-2 not-first:border-t">
      <KeyRound aria-hidden className="size-4 shrink-0 text-faint" />
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-2">
          <Truncate value={name} className="font-medium" />
          {!active && <Badge>Off</Badge>}
          <Truncate value={issuer} mono className="text-faint max-md:hidden" />
        </div>
        <p className="text-xs text-pretty text-muted">
          {accessText(provider)} {members > 0 && `${counted(members, 'member')} signed in, last `}
          {lastUsedAt !== undefined && members > 0 ? <RelativeTime value={lastUsedAt} focusable /> : 'Not used yet'}.
        </p>
      </div>
      <ProviderMenu provider={provider} redirectUrl={redirectUrl} />
    </li>
  );
}

/** Returns who may sign in: “Members with an address of example.com; no owners.” */
function accessText({ emailDomains, createsMembers, defaultRole, ownersAllowed }: SignInProvider): string {
  const domains = emailDomains.length > 0 ? ` with an address of ${listText(emailDomains, 'or')}` : '';
  const who = createsMembers ? `Everyone${domains}, as ${roleNames[defaultRole]}` : `Members${domains}`;
  return `${who}; ${ownersAllowed ? 'owners too' : 'no owners'}.`;
}
