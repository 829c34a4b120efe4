'use client';

import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { writeClipboard } from '#components/ui/copy-button.tsx';
import { DialogFooter } from '#components/ui/dialog.tsx';
import { notify } from '#components/ui/notify.ts';

interface Props {
  value: string;
  /** The kind of secret: "API key", "invitation link". */
  what: string;
  onDone: () => void;
}

/** Shows a secret that cannot be read again once the dialog is closed. */
export function ShownOnce({ value, what, onDone }: Props) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    const done = (await writeClipboard(value)) === 'copied';
    if (done) setIsCopied(true);
    else notify.failed('The browser did not allow copying', { description: 'Select the text and copy it yourself.' });
  };
  return (
    <>
      <code className="block rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs break-all select-all">
        {value}
      </code>
      <p className="mt-2 text-xs text-warn">It cannot be shown again. Copy it before you close this dialog.</p>
      <DialogFooter>
        <Button onClick={onDone}>Done</Button>
        <Button variant="primary" onClick={() => void copy()}>
          {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
          {isCopied ? `Copied the ${what}` : `Copy the ${what}`}
          <span aria-live="polite" className="sr-only">
            {isCopied && 'Copied'}
          </span>
        </Button>
      </DialogFooter>
    </>
  );
}
