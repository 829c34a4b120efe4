import { useState } from 'react';
import { ActorName } from '#components/members/actor-name.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogContent, DialogFooter } from '#components/ui/dialog.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { StaleLayout } from './use-layout-draft.ts';

interface Props {
  stale: StaleLayout | undefined;
  onClose: () => void;
  onDiscard: () => Promise<void>;
  onSave: (ifMatch: string) => Promise<boolean>;
}

/** Shown if another user saved since this page was opened. Offers three ways to continue. */
export function LayoutConflict({ stale, onClose, onDiscard, onSave }: Props) {
  const [pending, setPending] = useState(false);
  const run = async (action: () => Promise<unknown>) => {
    setPending(true);
    await action().finally(() => setPending(false));
  };
  return (
    <Dialog open={stale !== undefined} onOpenChange={onClose}>
      {stale && (
        <DialogContent
          role="alertdialog"
          title="Another user has saved this layout"
          description="Your changes are not saved yet. If you overwrite the other changes, they are kept as a version."
          className="max-w-lg"
        >
          <p>
            <ActorName actor={stale.changedBy} /> saved the layout <RelativeTime value={stale.changedAt} />.
          </p>
          <DialogFooter>
            <Button variant="ghost" onClick={() => void run(onDiscard)} className="mr-auto text-bad">
              Discard my changes
            </Button>
            <Button onClick={onClose}>Keep editing</Button>
            <Button
              variant="primary"
              pending={pending}
              onClick={() => void run(() => onSave(`"${stale.currentVersion}"`))}
            >
              Overwrite with my version
            </Button>
          </DialogFooter>
        </DialogContent>
      )}
    </Dialog>
  );
}
