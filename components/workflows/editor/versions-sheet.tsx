'use client';

import { Sheet, SheetContent } from '#components/ui/sheet.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
}

/** Every save of the workflow. */
export function VersionsSheet({ open, onClose }: Props) {
  return (
    <Sheet open={open} onOpenChange={(next) => !next && onClose()}>
      <SheetContent title="Versions" className="w-[min(640px,100vw)]">
        <div className="p-5">
          <h2 className="text-lg font-semibold">Versions</h2>
        </div>
      </SheetContent>
    </Sheet>
  );
}
