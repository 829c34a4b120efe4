import { Copy, Download } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { CopyText } from '#components/ui/copy-text.tsx';
import { DialogFooter } from '#components/ui/dialog.tsx';
import { useKeepOpen } from '#components/ui/keep-open.ts';
import { saveAs } from '#components/ui/save-as.ts';

interface Props {
  codes: readonly string[];
  onDone: () => void;
}

/** New recovery codes, which cannot be shown again. */
export function RecoveryCodeList({ codes, onDone }: Props) {
  useKeepOpen();
  const text = () => `${codes.join('\n')}\n`;
  const download = () => saveAs(new Blob([text()], { type: 'text/plain' }), 'belfry-recovery-codes.txt');
  return (
    <>
      <ol
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1 rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs select-all sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="py-0.5">
            {code}
          </li>
        ))}
      </ol>
      <p className="mt-2 text-xs text-warn">The codes cannot be shown again. Save them before you continue.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyText text={text} icon={<Copy aria-hidden />} otherwise="Select the codes and copy them yourself.">
          Copy the codes
        </CopyText>
        <Button size="sm" onClick={download}>
          <Download aria-hidden />
          Download
        </Button>
      </div>
      <DialogFooter>
        <Button variant="primary" onClick={onDone}>
          I have saved the codes
        </Button>
      </DialogFooter>
    </>
  );
}
