'use client';

import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import { requiresHash } from '#components/inbox/requires-hash.ts';
import { useSession } from '#components/layout/session.tsx';
import { Copied } from '#components/ui/copied.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { takesRateLimit } from '#lib/integrations/rules.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import { withLabels } from '#lib/providers/catalogue/field-label.ts';
import { dateText } from '#lib/time/time.ts';
import { Conditions } from './conditions.tsx';
import { CredentialEndBadge } from './credential-end.tsx';
import { Credentials } from './credentials.tsx';
import { GradualSwitch, SwitchBadge } from './gradual-switch.tsx';
import { IntegrationButtons } from './integration-buttons.tsx';
import { IntegrationEvents } from './integration-events.tsx';
import { ActiveBadge, FormerPrimaryBadge, IntegrationFlags, PrimaryBadge, rateText } from './integration-flags.tsx';
import { IntegrationHealth, useUnseen } from './integration-health.tsx';
import { IntegrationTests } from './integration-tests.tsx';
import { IntegrationUsage } from './integration-usage.tsx';
import { QuotaUse } from './quota-use.tsx';
import { SenderDomain } from './sender-domain.tsx';
import { usePrimaryUntil } from './use-primary-switch.ts';
import { UsedFor } from './used-for.tsx';

const ConnectInbox = dynamic(
  () => import('#components/inbox/connect-inbox.tsx').then((module) => module.ConnectInbox),
  { ssr: false, loading: () => <Skeleton className="h-24 shrink-0 rounded-lg" /> },
);

interface Props {
  integration: Integration;
  /** The integrations of the same channel, including this integration. */
  siblings: readonly Integration[];
  /** Whether the details start with the section about connecting pages to the inbox, as for a new inbox. */
  connectsInbox: boolean;
  onEdit: () => void;
  onDeleted: () => void;
}

/** The details of an integration: its state and use first, then the configuration. */
export function IntegrationDetails({ integration, siblings, connectsInbox, onEdit, onDeleted }: Props) {
  const isUnseen = useUnseen(integration);
  const primaryUntil = usePrimaryUntil(integration);
  const { channel } = integration;
  const { type } = useSession().environment;
  // Keeps this section in its place when the first page connects, so that an open preview stays open.
  const [connectsFirst] = useState(integration.connected === false || connectsInbox);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto px-5 pb-6">
      <IntegrationButtons integration={integration} siblings={siblings} onEdit={onEdit} onDeleted={onDeleted} />
      <GradualSwitch integration={integration} />
      {connectsFirst && <ConnectInbox integration={integration} startsOpen />}
      <Facts>
        <Fact label="State">
          {integration.primary && <PrimaryBadge />}
          <SwitchBadge integration={integration} />
          {primaryUntil && <FormerPrimaryBadge until={primaryUntil} />}
          <ActiveBadge active={integration.active} />
          <IntegrationFlags integration={integration} isUnseen={isUnseen} />
          <CredentialEndBadge integration={integration} />
        </Fact>
        {integration.credentialsEndOn && (
          <Fact label="Credentials expire on">
            <time dateTime={integration.credentialsEndOn}>{dateText(integration.credentialsEndOn)}</time>
          </Fact>
        )}
        {integration.certificateEndsAt && (
          <Fact label="Client certificate expires on">
            <time dateTime={integration.certificateEndsAt}>{dateText(integration.certificateEndsAt)}</time>
          </Fact>
        )}
        {channel && (
          <Fact label="Health">
            <IntegrationHealth integration={integration} linked />
          </Fact>
        )}
        {channel && (
          <Fact label="Used for">
            <UsedFor integration={integration} siblings={siblings} />
          </Fact>
        )}
        {takesRateLimit(channel) && (
          <Fact label="Rate limit">
            {integration.messagesPerSecond === undefined ? <Missing /> : rateText(integration.messagesPerSecond)}
          </Fact>
        )}
        {integration.messagesPerDay !== undefined && (
          <Fact label="Daily quota">
            <QuotaUse integration={integration} />
          </Fact>
        )}
        {channel === 'in_app' && (
          <Fact label="Hash of the subscriber">{requiresHash(integration, type) ? 'Required' : 'Not required'}</Fact>
        )}
        <Fact label="Identifier">
          <Copied value={integration.identifier} what="identifier" mono />
        </Fact>
        <Fact label="ID">
          <Copied value={integration._id} what="id" mono />
        </Fact>
      </Facts>
      {channel && (
        <Part title="Last 7 days">
          <IntegrationUsage integration={integration} />
        </Part>
      )}
      {channel === 'in_app' && !connectsFirst && <ConnectInbox integration={integration} />}
      {channel && channel !== 'in_app' && (
        <Part title="Test">
          <IntegrationTests integration={integration} channel={channel} />
        </Part>
      )}
      {channel === 'email' && (
        <Part title="Sender domain">
          <SenderDomain integration={integration} />
        </Part>
      )}
      {channel && channel !== 'in_app' && (
        <Part title="Events from the provider">
          <IntegrationEvents integration={integration} />
        </Part>
      )}
      <Part title="Conditions">
        <Conditions conditions={integration.conditions ?? []} />
      </Part>
      {channel !== 'in_app' && (
        <Part title="Credentials">
          <Credentials
            integration={integration}
            fields={withLabels(findProvider(integration.providerId)?.credentials ?? [])}
          />
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-base font-semibold">{title}</h3>
      {children}
    </section>
  );
}
