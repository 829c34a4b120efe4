'use client';

import dynamic from 'next/dynamic';
import { Sheet, SheetContent } from '#components/ui/sheet.tsx';
import { useEditor } from './editor-context.tsx';

const WorkflowVersions = dynamic(() =>
  import('#components/workflows/versions/workflow-versions.tsx').then((module) => module.WorkflowVersions),
);

interface Props {
  open: boolean;
  onClose: () => void;
  /** Reloads the workflow. */
  onReload: () => Promise<unknown>;
}

/** All versions of the workflow. One can be restored when there are no unsaved changes. */
export function VersionsSheet({ open, onClose, onReload }: Props) {
  const { workflow, dirty, readOnly } = useEditor();
  const restored = () => void onReload().then(onClose);
  return (
    <Sheet open={open} onOpenChange={(next) => !next && onClose()}>
      <SheetContent title="Versions" className="w-[min(640px,100vw)]">
        <div className="flex flex-col gap-4 p-5">
          <header className="pr-8">
            <h2 className="text-lg font-semibold">Versions</h2>
            <p className="text-muted">
              Every save creates a version with its changes, and so does restoring a version.
            </p>
          </header>
          <WorkflowVersions
            workflowId={workflow._id}
            onRestored={restored}
            disabledReason={readOnly ?? (dirty ? 'Save or discard your changes first' : undefined)}
          />
        </div>
      </SheetContent>
    </Sheet>
  );
}
