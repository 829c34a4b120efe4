'use client';

import { FileUp } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { DialogFooter } from '#components/ui/dialog.tsx';
import type { ImportKind } from './import-kind.ts';

const MAX_BYTES = 30_000_000;

interface Props {
  kind: Pick<ImportKind, 'example' | 'format'>;
  onChoose: (file: File) => Promise<void>;
  onCancel: () => void;
}

/** Accepts a chosen or dropped file, and explains the expected format. */
export function ImportFile({ kind: { example, format }, onChoose, onCancel }: Props) {
  const [over, setOver] = useState(false);
  const [error, setError] = useState<string>();
  const take = (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_BYTES) return setError(`${file.name} is larger than 30 MB. Split it into several files.`);
    setError(undefined);
    onChoose(file).catch((cause: unknown) => setError(`${file.name} could not be read: ${String(cause)}`));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <div className="flex flex-col gap-4">
      <label
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          'flex cursor-pointer flex-col items-center gap-1 rounded-lg border border-dashed border-line-strong px-6 py-8 text-center transition-colors hover:bg-hover',
          'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
          over && 'border-accent bg-accent-soft',
        )}
      >
        <FileUp aria-hidden className="mb-1 size-6 text-faint" strokeWidth={1.5} />
        <span className="font-medium">Choose a CSV file</span>
        <span className="text-muted">or drop it here. You see the changes before anything is imported.</span>
        <input
          type="file"
          data-focus-first
          accept=".csv,.tsv,.txt,text/csv"
          className="sr-only"
          onChange={(event) => take(event.target.files?.[0])}
        />
      </label>
      {error && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
          {error}
        </p>
      )}
      <section className="text-muted">
        <h3 className="flex items-center gap-1 text-xs font-medium text-fg">
          Example
          <CopyButton value={example} what="example" />
        </h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, so the keyboard must reach it */}
        <pre tabIndex={0} className="mt-1 overflow-x-auto rounded-md bg-sunken px-3 py-2 font-mono text-xs">
          {example.trim()}
        </pre>
        <p className="mt-2 text-xs text-pretty">{format}</p>
      </section>
      <DialogFooter>
        <Button onClick={onCancel}>Cancel</Button>
      </DialogFooter>
    </div>
  );
}
