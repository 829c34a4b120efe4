'use client';

import { Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { Copied } from '#components/ui/copied.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { Sheet, SheetContent } from '#components/ui/sheet.tsx';
import { takesRateLimit } from '#lib/integrations/rules.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { findProvider } from '#lib/providers/catalogue.ts';
import { Conditions } from './conditions.tsx';
import { Credentials } from './credentials.tsx';
import { mayClose } from './discard.ts';
import { EditIntegration } from './edit-integration.tsx';
import { ActiveBadge, IntegrationFlags, PrimaryBadge, rateText } from './integration-flags.tsx';
import { IntegrationHealth, useUnseen } from './integration-health.tsx';
import { IntegrationTests } from './integration-tests.tsx';
import { ProviderTile } from './provider-tile.tsx';
import { useIntegrationActions } from './use-integration-actions.tsx';

interface Props {
  integration: Integration;
  /** The integrations of the same channel, including itself. */
  siblings: readonly Integration[];
  open: boolean;
  /** Whether the sheet starts with the form and the cursor in the first secret. */
  editCredentials: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The details of one integration, and its form in the same place. */
export function IntegrationSheet({ integration, siblings, open, editCredentials, onOpenChange }: Props) {
  const mayEdit = useWhyNot('integrations:write') === undefined;
  const [editing, setEditing] = useState(editCredentials && mayEdit);
  const unsaved = useRef(false);
  const name = findProvider(integration.providerId)?.displayName ?? integration.providerId;
  const leave = async (then?: () => void) => {
    if (!(await mayClose(unsaved.current))) return;
    setEditing(false);
    then?.();
  };
  return (
    <Sheet open={open} onOpenChange={(next) => (next ? onOpenChange(true) : void leave(() => onOpenChange(false)))}>
      <SheetContent title={integration.name} className="w-[min(640px,100vw)]">
        <header className="flex items-center gap-3 px-5 pt-5 pr-14 pb-4">
          <ProviderTile providerId={integration.providerId} />
          <div className="min-w-0">
            <h2 className="truncate text-lg leading-6 font-semibold">{integration.name}</h2>
            <p className="truncate text-muted">{name}</p>
          </div>
        </header>
        {editing ? (
          <EditIntegration
            focusSecret={editCredentials}
            integration={integration}
            siblings={siblings}
            unsaved={unsaved}
            onCancel={() => void leave()}
            onDone={() => setEditing(false)}
          />
        ) : (
          <Details
            integration={integration}
            siblings={siblings}
            onEdit={() => setEditing(true)}
            onDeleted={() => onOpenChange(false)}
          />
        )}
      </SheetContent>
    </Sheet>
  );
}

interface DetailsProps extends Pick<Props, 'integration' | 'siblings'> {
  onEdit: () => void;
  onDeleted: () => void;
}

function Details({ integration, siblings, onEdit, onDeleted }: DetailsProps) {
  const denied = useWhyNot('integrations:write');
  const actions = useIntegrationActions(siblings);
  const isUnseen = useUnseen(integration);
  const provider = findProvider(integration.providerId);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto px-5 pb-6">
      <div className="flex flex-wrap gap-2">
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
      <Facts>
        <Fact label="State">
          {integration.primary && <PrimaryBadge />}
          <ActiveBadge active={integration.active} />
          <IntegrationFlags integration={integration} isUnseen={isUnseen} />
        </Fact>
        {integration.channel && (
          <Fact label="Health">
            <IntegrationHealth integration={integration} />
          </Fact>
        )}
        {takesRateLimit(integration.channel) && (
          <Fact label="Rate limit">
            {integration.messagesPerSecond === undefined ? <Missing /> : rateText(integration.messagesPerSecond)}
          </Fact>
        )}
        <Fact label="Identifier">
          <Copied value={integration.identifier} what="identifier" mono />
        </Fact>
        <Fact label="Id">
          <Copied value={integration._id} what="id" mono />
        </Fact>
      </Facts>
      <section>
        <h3 className="mb-2 text-base font-semibold">Credentials</h3>
        <Credentials integration={integration} fields={provider?.credentials ?? []} />
      </section>
      {integration.channel && integration.channel !== 'in_app' && (
        <section>
          <h3 className="mb-2 text-base font-semibold">Test</h3>
          <IntegrationTests integration={integration} channel={integration.channel} />
        </section>
      )}
      <section>
        <h3 className="mb-2 text-base font-semibold">Conditions</h3>
        <Conditions conditions={integration.conditions ?? []} />
      </section>
    </div>
  );
}
