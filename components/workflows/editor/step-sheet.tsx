'use client';

import { Button } from '#components/ui/button.tsx';
import { Sheet, SheetContent } from '#components/ui/sheet.tsx';
import { useEditor } from './editor-context.tsx';
import type { EditorStep } from './editor-steps.ts';
import { StepEditor } from './step-editor.tsx';

interface Props {
  open: EditorStep | undefined;
  onSave: () => void;
}

/** The open step in a sheet, on screens without room next to the steps. It can be saved without closing. */
export function StepSheet({ open, onSave }: Props) {
  const { place } = useEditor();
  return (
    <Sheet open={open !== undefined} onOpenChange={(next) => !next && place.close()}>
      {open && (
        <SheetContent title={open.name} className="w-[min(640px,100vw)] overflow-hidden">
          <div className="min-h-0 flex-1 overflow-y-auto">
            <StepEditor key={place.keyOf(open.stepId)} step={open} floating />
          </div>
          <SaveBar onSave={onSave} />
        </SheetContent>
      )}
    </Sheet>
  );
}

function SaveBar({ onSave }: { onSave: () => void }) {
  const { dirty, saving, failure, readOnly } = useEditor();
  if (readOnly !== undefined || (!dirty && !saving)) return null;
  return (
    <div className="flex items-center gap-3 border-t border-line bg-surface px-4 py-2.5">
      <p role="status" className={`min-w-0 flex-1 text-xs ${failure ? 'text-bad' : 'text-warn'}`}>
        {failure?.kind === 'failed' ? `Not saved: ${failure.message}` : failure ? 'Not saved' : 'Unsaved changes'}
      </p>
      <Button variant="primary" pending={saving} onClick={onSave}>
        {failure ? 'Retry' : 'Save'}
      </Button>
    </div>
  );
}
