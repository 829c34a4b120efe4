'use client';

import { useMutation } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { notify } from '#components/ui/notify.ts';
import { Sheet, SheetContent } from '#components/ui/sheet.tsx';
import { integrationMutations } from '#lib/integrations/client.ts';
import { takesRateLimit } from '#lib/integrations/rules.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import type { Provider } from '#lib/providers/provider.ts';
import { toWireName } from '#lib/providers/service-name.ts';
import { channelLabels } from '#lib/steps/labels.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import { mayClose, useUnsaved } from './discard.ts';
import { IntegrationForm } from './integration-form.tsx';
import type { PickerTab } from './picker-tabs.ts';
import { ProviderPicker } from './provider-picker.tsx';
import { ProviderTile } from './provider-tile.tsx';
import { activeHelp, conditionsHelp } from './state-help.ts';
import { useIntegrationForm } from './use-integration-form.ts';

interface Props {
  integrations: readonly Integration[];
  /** The first tab of the catalogue. Undefined while the sheet is closed. */
  tab: PickerTab | undefined;
  onClose: () => void;
  /** Opens the sheet of a new integration: its test, or how pages show its inbox. Absent if the page has its own next step. */
  onOpen?: (integration: Integration) => void;
}

/** Adds an integration: first the catalogue, then the form. */
export function AddIntegration({ integrations, tab, onClose, onOpen }: Props) {
  const [provider, setProvider] = useState<Provider>();
  const unsaved = useRef(false);
  const leave = async (then: () => void) => {
    if (!(await mayClose(unsaved.current))) return;
    setProvider(undefined);
    then();
  };
  return (
    <Sheet open={tab !== undefined} onOpenChange={(open) => !open && void leave(onClose)}>
      <SheetContent title="Add an integration" className="w-[min(640px,100vw)]">
        {provider ? (
          <NewIntegration
            key={provider.id}
            provider={provider}
            integrations={integrations}
            unsaved={unsaved}
            onOpen={onOpen}
            onBack={() => void leave(() => undefined)}
            onCancel={() => void leave(onClose)}
            onDone={() => {
              setProvider(undefined);
              onClose();
            }}
          />
        ) : (
          <div className="flex min-h-0 flex-1 flex-col pt-4">
            <h2 className="px-5 pb-3 text-lg font-semibold">Add an integration</h2>
            <ProviderPicker initialTab={tab ?? 'all'} onPick={setProvider} />
          </div>
        )}
      </SheetContent>
    </Sheet>
  );
}

interface NewProps {
  provider: Provider;
  integrations: readonly Integration[];
  unsaved: RefObject<boolean>;
  onBack: () => void;
  onCancel: () => void;
  onDone: () => void;
  onOpen: Props['onOpen'];
}

function NewIntegration({ provider, integrations, unsaved, onBack, onCancel, onDone, onOpen }: NewProps) {
  const environment = useEnvironment();
  const create = useMutation(integrationMutations.create(environment.id));
  const others = integrations.filter(({ channel }) => channel === provider.channel);
  const form = useIntegrationForm({
    provider,
    others: integrations,
    save: async (change) => {
      const { channel, kind } = provider;
      const made = await create.mutateAsync({ ...change, providerId: toWireName(provider.id), channel, kind });
      notify.done(`${made.name} is added`, {
        description: outcome(made),
        ...(onOpen && takesRateLimit(made.channel) && { action: { label: 'Test', onClick: () => onOpen(made) } }),
      });
      onDone();
      // An inbox shows nothing before a page is connected.
      if (made.channel === 'in_app') onOpen?.(made);
    },
  });
  useUnsaved(form.dirty, unsaved);
  const situation = { provider, others, hasConditions: form.values.conditions.length > 0 };
  return (
    <>
      <header className="flex items-center gap-2 px-3 pt-3 pr-12 pb-4">
        <Button variant="ghost" size="icon" aria-label="Back to the providers" onClick={onBack}>
          <ArrowLeft aria-hidden />
        </Button>
        <ProviderTile providerId={provider.id} />
        <div className="min-w-0 pl-1">
          <h2 className="truncate text-lg leading-6 font-semibold">{provider.displayName}</h2>
          <p className="truncate text-muted">
            New {provider.channel ? `${lowerFirst(channelLabels[provider.channel])} integration` : 'agent'} in{' '}
            {environment.name}
          </p>
        </div>
      </header>
      <IntegrationForm
        provider={provider}
        form={form}
        submit="Add integration"
        onCancel={onCancel}
        activeHelp={activeHelp(situation)}
        conditionsHelp={conditionsHelp(situation)}
      />
    </>
  );
}

function outcome({ active, primary, channel }: Integration): string {
  if (primary && channel) return `It is primary for ${lowerFirst(channelLabels[channel])}.`;
  return active ? 'It is active.' : 'It is inactive: nothing is sent through it yet.';
}
