'use client';

import { Copy } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { CopyText } from '#components/ui/copy-text.tsx';
import { DialogFooter } from '#components/ui/dialog.tsx';
import { useKeepOpen } from '#components/ui/keep-open.ts';

interface Props {
  value: string;
  /** The kind of secret: "API key", "invitation link". */
  what: string;
  onDone: () => void;
}

/** Shows a secret that cannot be read again once the dialog is closed. */
export function ShownOnce({ value, what, onDone }: Props) {
  useKeepOpen();
  return (
    <>
      <code className="block rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs break-all select-all">
        {value}
      </code>
      <p className="mt-2 text-xs text-warn">It cannot be shown again. Copy it before you close this dialog.</p>
      <DialogFooter>
        <Button onClick={onDone}>Done</Button>
        <CopyText
          text={() => value}
          icon={<Copy aria-hidden />}
          isPrimary
          otherwise="Select the text and copy it yourself."
        >
          {`Copy the ${what}`}
        </CopyText>
      </DialogFooter>
    </>
  );
}
