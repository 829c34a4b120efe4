'use client';

import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { DialogFooter } from '#components/ui/dialog.tsx';

interface Props {
  value: string;
  /** The kind of secret: "API key", "invitation link". */
  what: string;
  onDone: () => void;
}

/** Shows a secret that cannot be read again once the dialog is closed. */
export function ShownOnce({ value, what, onDone }: Props) {
  return (
    <>
      <div className="flex items-center gap-2 rounded-md border border-line bg-sunken py-2 pr-2 pl-3">
        <code className="min-w-0 flex-1 font-mono text-xs break-all select-all">{value}</code>
        <CopyButton value={value} what={what} />
      </div>
      <p className="mt-2 text-xs text-warn">It is shown this once. Copy it before you close.</p>
      <DialogFooter>
        <Button onClick={onDone}>Done</Button>
      </DialogFooter>
    </>
  );
}
