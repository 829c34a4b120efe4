'use client';

import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { EnvironmentDot } from '#components/layout/environment-dot.tsx';
import { useSession, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { useOpened } from '#components/ui/use-opened.ts';
import type { Environment } from '#lib/environments/schema.ts';
import { SettingsSection } from './settings-page.tsx';

const ReplyAddressDialog = dynamic(
  () => import('./reply-address-dialog.tsx').then((module) => module.ReplyAddressDialog),
  { ssr: false },
);

/** The address for replies to the emails of each environment, and links to the pages where senders are configured. */
export function SendersSection() {
  const { environments } = useSession();
  return (
    <SettingsSection
      id="senders"
      title="Senders"
      intro="Each email integration has the name and the address of its sender. Replies go to the reply address of the step, otherwise of the environment, otherwise to the sender."
    >
      <ul aria-label="Senders by environment" className="rounded-lg border border-line bg-surface">
        {environments.map((environment) => (
          <SenderRow key={environment._id} environment={environment} />
        ))}
      </ul>
    </SettingsSection>
  );
}

function SenderRow({ environment }: { environment: Environment }) {
  const denied = useWhyNot('environments:write');
  const [changing, setChanging] = useState(false);
  const hasDialog = useOpened(changing);
  const { name, slug, replyTo } = environment;
  return (
    <li className="flex items-center gap-3 border-line px-3 py-2 not-first:border-t">
      <EnvironmentDot environment={environment} />
      <div className="min-w-0 flex-1">
        <Truncate value={name} className="font-medium" />
        <p className="flex min-w-0 flex-wrap gap-x-3 text-muted">
          {replyTo === undefined ? 'Replies go to the sender' : <Truncate value={`Replies go to ${replyTo}`} />}
          <Link
            href={`/${slug}/integrations`}
            className="touch-area rounded-sm text-accent-text underline-offset-2 hover:underline"
          >
            Integrations<span className="sr-only"> of {name}</span>
          </Link>
        </p>
      </div>
      <Button
        size="sm"
        disabledReason={denied}
        aria-label={`Change the reply address of ${name}`}
        onClick={() => setChanging(true)}
      >
        Change
      </Button>
      {hasDialog && (
        <ReplyAddressDialog key={replyTo} environment={environment} open={changing} onOpenChange={setChanging} />
      )}
    </li>
  );
}
