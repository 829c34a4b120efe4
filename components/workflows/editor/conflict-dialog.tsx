'use client';

import { useActorName } from '#components/members/actor-name.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogContent, DialogFooter } from '#components/ui/dialog.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { changeLines, stepNames } from '#components/workflows/versions/change-summary.ts';
import type { StaleWorkflow } from '#lib/workflows/client.ts';
import { useEditor } from './editor-context.tsx';

interface Props {
  onVersions: () => void;
  /** Replaces the draft with the other person's version. */
  onTakeTheirs: () => void;
}

/** Shown if another user saved since the draft was started: their changes, and three ways to continue. */
export function ConflictDialog({ onVersions, onTakeTheirs }: Props) {
  const { failure, forgetFailure } = useEditor();
  return (
    <Dialog open={failure?.kind === 'stale'} onOpenChange={forgetFailure}>
      {failure?.kind === 'stale' && (
        <Conflict by={failure.by} onClose={forgetFailure} onVersions={onVersions} onTakeTheirs={onTakeTheirs} />
      )}
    </Dialog>
  );
}

const linesMaxLength = 12;

function Conflict({ by, onClose, onVersions, onTakeTheirs }: Props & { by: StaleWorkflow; onClose: () => void }) {
  const { definition, overwrite, saving } = useEditor();
  const lines = changeLines(by.changes, stepNames(definition.steps));
  const who = useActorName(by.changedBy);
  return (
    <DialogContent
      role="alertdialog"
      title={`${who} saved this workflow while you were editing`}
      description="Your changes are not saved yet. Whichever you choose, both versions are kept."
      className="max-w-lg"
    >
      <p className="mb-1 text-xs text-faint">
        Changed since you started editing, most recently <RelativeTime value={by.changedAt} absolute />
      </p>
      <ul className="max-h-60 list-disc overflow-y-auto rounded-lg border border-line bg-sunken py-2 pr-3 pl-7">
        {lines.slice(0, linesMaxLength).map(({ summary }) => (
          <li key={summary} className="break-words">
            {summary}
          </li>
        ))}
        {lines.length > linesMaxLength && <li>{lines.length - linesMaxLength} more</li>}
        {lines.length === 0 && <li className="list-none">No visible difference.</li>}
      </ul>
      <DialogFooter>
        <Button variant="ghost" onClick={onTakeTheirs} className="mr-auto">
          Discard my changes
        </Button>
        <Button
          onClick={() => {
            onClose();
            onVersions();
          }}
        >
          See their version
        </Button>
        <Button variant="primary" pending={saving} onClick={() => void overwrite(by.currentVersion)}>
          Overwrite with my version
        </Button>
      </DialogFooter>
    </DialogContent>
  );
}
