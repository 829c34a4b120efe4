'use client';

import { Button } from '#components/ui/button.tsx';
import { useEditor } from './editor-context.tsx';

interface Props {
  onSave: () => void;
  /** Closes the sheet. If undefined, the bar is empty while everything is saved. */
  onDone?: () => void;
}

/** The foot of a sheet: whether the workflow is saved, and the button that saves it without closing the sheet. */
export function SaveBar({ onSave, onDone }: Props) {
  const { dirty, saving, failure, readOnly } = useEditor();
  const canSave = readOnly === undefined && (dirty || saving);
  if (!canSave && !onDone) return null;
  const text =
    failure?.kind === 'failed'
      ? `Not saved: ${failure.message}`
      : failure
        ? 'Not saved'
        : dirty
          ? 'Unsaved changes'
          : SAVED;
  return (
    <div className="flex items-center gap-3 border-t border-line bg-surface px-5 py-2.5">
      <p
        role="status"
        className={`min-w-0 flex-1 text-xs ${failure ? 'text-bad' : canSave ? 'text-warn' : 'text-faint'}`}
      >
        {readOnly === undefined && text}
      </p>
      {onDone && <Button onClick={onDone}>Done</Button>}
      {canSave && (
        <Button variant="primary" pending={saving} onClick={onSave}>
          {failure ? 'Retry' : 'Save'}
        </Button>
      )}
    </div>
  );
}

const SAVED = 'Everything is saved';
