'use client';

import { Sheet, SheetContent } from '#components/ui/sheet.tsx';
import { RunView } from './run-view.tsx';

interface Props {
  /** The open run. Null: none. */
  id: string | null;
  onClose: () => void;
}

/** A run above the page that links to it, which stays as it is: list, page and filters. */
export function RunSheet({ id, onClose }: Props) {
  return (
    <Sheet open={id !== null} onOpenChange={(open) => !open && onClose()}>
      <SheetContent title="Run" className="w-[min(680px,100vw)] pt-11">
        {id !== null && <RunView key={id} id={id} />}
      </SheetContent>
    </Sheet>
  );
}
