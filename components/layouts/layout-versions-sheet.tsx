'use client';

import { Sheet, SheetContent } from '#components/ui/sheet.tsx';
import { versionNumber } from '#components/workflows/versions/version-number.ts';
import { VersionsPanel } from '#components/workflows/versions/versions-panel.tsx';
import type { Tagged } from '#lib/api/client.ts';
import type { Layout } from '#lib/layouts/schema.ts';
import { differences } from '#lib/workflows/changes.ts';

interface Props {
  stored: Tagged<Layout>;
  /** Why no version can be restored now. */
  disabledReason: string | undefined;
  onRestored: () => void;
  onClose: () => void;
}

/** All versions of a layout. One can be restored when there are no unsaved changes. */
export function LayoutVersionsSheet({ stored, disabledReason, onRestored, onClose }: Props) {
  return (
    <Sheet open onOpenChange={(next) => !next && onClose()}>
      <SheetContent title="Versions" className="w-[min(640px,100vw)]">
        <div className="flex flex-col gap-4 p-5">
          <header className="pr-8">
            <h2 className="text-lg font-semibold">Versions</h2>
            <p className="text-muted">
              Every save creates a version with its changes, and so does restoring a version.
            </p>
          </header>
          <VersionsPanel
            subject={{
              noun: 'layouts',
              id: stored.body._id,
              current: versionNumber(stored.etag),
              names: {},
              namesOf: () => ({}),
              restoring: (now, then) => differences([], now, then),
              consequence: () =>
                `This changes every email that is sent with the layout ${stored.body.name} from now on. The identifier stays.`,
              unchanged: 'The first stored content',
            }}
            disabledReason={disabledReason}
            onRestored={onRestored}
          />
        </div>
      </SheetContent>
    </Sheet>
  );
}
