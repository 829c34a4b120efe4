'use client';

import { useRef, useState } from 'react';
import { useWhyNot } from '#components/layout/session.tsx';
import { Sheet, SheetContent } from '#components/ui/sheet.tsx';
import type { Integration } from '#lib/integrations/schema.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import { mayClose } from './discard.ts';
import { EditIntegration } from './edit-integration.tsx';
import { IntegrationDetails } from './integration-details.tsx';
import { ProviderTile } from './provider-tile.tsx';

interface Props {
  integration: Integration;
  /** The integrations of the same channel, including this integration. */
  siblings: readonly Integration[];
  open: boolean;
  /** Whether the sheet starts with the form and the focus in the first secret. */
  editCredentials: boolean;
  /** Whether the sheet starts with the section about connecting pages to the inbox. */
  connectsInbox: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The details of one integration. Its form replaces the details during editing. */
export function IntegrationSheet({ integration, siblings, open, onOpenChange, ...props }: Props) {
  const { editCredentials, connectsInbox } = props;
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
      <SheetContent
        title={integration.name}
        className="w-[min(640px,100vw)]"
        onEscapeKeyDown={(event) => isForInbox() && event.preventDefault()}
      >
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
          <IntegrationDetails
            integration={integration}
            siblings={siblings}
            connectsInbox={connectsInbox}
            onEdit={() => setEditing(true)}
            onDeleted={() => onOpenChange(false)}
          />
        )}
      </SheetContent>
    </Sheet>
  );
}

/**
 * Closes an open preview of the inbox. Otherwise Escape would close the sheet around it, which handles the key first.
 */
function isForInbox(): boolean {
  const inbox = document.querySelector('belfry-inbox[open]');
  inbox?.shadowRoot?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  return inbox !== null;
}
