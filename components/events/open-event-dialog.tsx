'use client';

import { useEnvironment } from '#components/layout/session.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { EventForm } from './event-form.tsx';
import type { EventTarget } from './use-event.ts';

export type EventDialogKind = 'test' | 'trigger' | 'dry-run';

interface Props extends EventTarget {
  kind: EventDialogKind;
  /** The known workflow or subscriber, in words. */
  about: string;
  onClose: () => void;
}

const TITLES = { test: 'Test', trigger: 'Trigger', 'dry-run': 'Dry run' } as const;

/** Triggers a workflow as the product does through the API, or plays it as a dry run. */
export function OpenEventDialog({ kind, about, onClose, ...target }: Props) {
  const { name } = useEnvironment();
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`${TITLES[kind]}: ${about}`}
        description={`A dry run shows every step and sends nothing. A trigger starts a run in ${name} now; integrations in sandbox mode send nothing.`}
        className="max-w-4xl"
      >
        <EventForm {...target} first={kind === 'trigger' ? 'trigger' : 'dry-run'} />
      </DialogContent>
    </Dialog>
  );
}
