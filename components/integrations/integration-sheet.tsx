'use client';

import { CopyButton } from '#components/ui/copy-button.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { Sheet, SheetContent } from '#components/ui/sheet.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import type { Integration } from '#lib/integrations/schema.ts';
import { findProvider } from '#lib/providers/catalogue.ts';
import { Conditions } from './conditions.tsx';
import { Credentials } from './credentials.tsx';
import { IntegrationFlags } from './integration-flags.tsx';
import { ProviderTile } from './provider-tile.tsx';

interface Props {
  integration: Integration;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function IntegrationSheet({ integration, open, onOpenChange }: Props) {
  const provider = findProvider(integration.providerId);
  const name = provider?.displayName ?? integration.providerId;
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent title={integration.name}>
        <div className="flex flex-col gap-6 p-5">
          <header className="flex items-center gap-3 pr-8">
            <ProviderTile name={name} />
            <div className="min-w-0">
              <h2 className="truncate text-lg font-semibold">{integration.name}</h2>
              <p className="text-muted">{name}</p>
            </div>
          </header>
          <Facts>
            <Fact label="State">
              <IntegrationFlags integration={integration} />
            </Fact>
            <Fact label="Identifier">
              <Truncate value={integration.identifier} mono />
              <CopyButton value={integration.identifier} what="identifier" />
            </Fact>
            <Fact label="Id">
              <Truncate value={integration._id} mono />
              {integration._id && <CopyButton value={integration._id} what="id" />}
            </Fact>
          </Facts>
          <section>
            <h3 className="mb-2 text-base font-semibold">Credentials</h3>
            <Credentials integration={integration} fields={provider?.credentials ?? []} />
          </section>
          <section>
            <h3 className="mb-2 text-base font-semibold">Conditions</h3>
            <Conditions conditions={integration.conditions ?? []} />
          </section>
        </div>
      </SheetContent>
    </Sheet>
  );
}
