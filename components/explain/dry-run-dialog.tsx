'use client';

import { EventForm, type EventTarget } from '#components/events/event-form.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { eventMutations } from '#lib/events/client.ts';
import { DryRunSteps } from './dry-run-steps.tsx';

interface Props extends EventTarget {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The known workflow and subscriber in words: "Sign-in code for Jane Cooper". */
  about?: string;
}

/** Shows what a trigger would do, step by step, without doing it. */
export function DryRunDialog({ open, onOpenChange, about, ...target }: Props) {
  const { id } = useEnvironment();
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={about === undefined ? 'Dry run' : `Dry run: ${about}`}
        description="The steps that a trigger would take now. Nothing is stored or sent."
        className="max-w-2xl"
      >
        <EventForm {...target} mutation={eventMutations.dryRun(id)} labels={['Play the dry run', 'Play it again']}>
          {(result) => <DryRunSteps result={result} />}
        </EventForm>
      </DialogContent>
    </Dialog>
  );
}
