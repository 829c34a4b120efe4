'use client';

import { Sheet, SheetContent } from '#components/ui/sheet.tsx';
import { useEditor } from './editor-context.tsx';
import type { EditorStep } from './editor-steps.ts';
import { SaveBar } from './save-bar.tsx';
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
