'use client';

import { Crown, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { Copied } from '#components/ui/copied.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { orderText, whyNotPrimary } from '#lib/integrations/primary.ts';
import { takesRateLimit } from '#lib/integrations/rules.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { findProvider } from '#lib/providers/catalogue.ts';
import { supportsPrimary } from '#lib/providers/primary.ts';
import { Conditions } from './conditions.tsx';
import { Credentials } from './credentials.tsx';
import { IntegrationEvents } from './integration-events.tsx';
import { ActiveBadge, FormerPrimaryBadge, IntegrationFlags, PrimaryBadge, rateText } from './integration-flags.tsx';
import { IntegrationHealth, useUnseen } from './integration-health.tsx';
import { IntegrationTests } from './integration-tests.tsx';
import { IntegrationUsage } from './integration-usage.tsx';
import { useIntegrationActions } from './use-integration-actions.tsx';
import { useMakePrimary } from './use-make-primary.tsx';
import { usePrimaryUntil } from './use-primary-switch.ts';

interface Props {
  integration: Integration;
  /** The integrations of the same channel, including itself. */
  siblings: readonly Integration[];
  onEdit: () => void;
  onDeleted: () => void;
}

/** The details of an integration: its state and use first, then the configuration. */
export function IntegrationDetails({ integration, siblings, onEdit, onDeleted }: Props) {
  const isUnseen = useUnseen(integration);
  const primaryUntil = usePrimaryUntil(integration);
  const { channel } = integration;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto px-5 pb-6">
      <Actions integration={integration} siblings={siblings} onEdit={onEdit} onDeleted={onDeleted} />
      <Facts>
        <Fact label="State">
          {integration.primary && <PrimaryBadge />}
          {primaryUntil && <FormerPrimaryBadge until={primaryUntil} />}
          <ActiveBadge active={integration.active} />
          <IntegrationFlags integration={integration} isUnseen={isUnseen} />
        </Fact>
        {channel && (
          <Fact label="Health">
            <IntegrationHealth integration={integration} linked />
          </Fact>
        )}
        {channel && <Fact label="Used for">{orderText(integration, siblings)}</Fact>}
        {takesRateLimit(channel) && (
          <Fact label="Rate limit">
            {integration.messagesPerSecond === undefined ? <Missing /> : rateText(integration.messagesPerSecond)}
          </Fact>
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
      {channel && channel !== 'in_app' && (
        <Part title="Test">
          <IntegrationTests integration={integration} channel={channel} />
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
      <Part title="Credentials">
        <Credentials integration={integration} fields={findProvider(integration.providerId)?.credentials ?? []} />
      </Part>
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

function Actions({ integration, siblings, onEdit, onDeleted }: Props) {
  const denied = useWhyNot('integrations:write');
  const actions = useIntegrationActions(siblings);
  const makePrimary = useMakePrimary(siblings);
  const primaryUntil = usePrimaryUntil(integration);
  return (
    <div className="flex flex-wrap gap-2">
      {supportsPrimary(integration.channel) && !integration.primary && (
        <Button disabledReason={denied ?? whyNotPrimary(integration)} onClick={() => void makePrimary(integration)}>
          <Crown aria-hidden />
          {primaryUntil ? 'Make primary again' : 'Make primary'}
        </Button>
      )}
      <Button disabledReason={denied} onClick={onEdit}>
        <Pencil aria-hidden />
        Edit
      </Button>
      <Button disabledReason={denied} onClick={() => void actions.setActive(integration, !integration.active)}>
        {integration.active ? 'Deactivate' : 'Activate'}
      </Button>
      <Button
        variant="ghost"
        disabledReason={denied}
        className="ml-auto"
        onClick={async () => (await actions.remove(integration)) && onDeleted()}
      >
        <Trash2 aria-hidden />
        Delete
      </Button>
    </div>
  );
}
