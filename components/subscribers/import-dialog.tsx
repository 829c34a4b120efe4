'use client';

import { useRef, useState } from 'react';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { focusAdded } from '#components/ui/focus-added.ts';
import { type CsvTable, decodeCsv, readCsv, type Separator } from '#lib/subscribers/import.ts';
import { ImportCheck } from './import-check.tsx';
import { ImportFile } from './import-file.tsx';
import type { ImportKind } from './import-kind.ts';

interface ReadFile {
  name: string;
  table: CsvTable;
  /** Parses the file with another separator. */
  tableOf: (separator: Separator) => CsvTable;
}

/** Imports the rows of a CSV file: choose the file, check what would happen, import. */
export function ImportDialog({ kind, onClose }: { kind: ImportKind; onClose: () => void }) {
  const [file, setFile] = useState<ReadFile>();
  const [busy, setBusy] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  // The focused element disappears with its step, so the next step gets the focus.
  const show = (next: typeof file) => {
    setFile(next);
    focusAdded(() => content.current?.querySelector<HTMLElement>('[data-focus-first]'));
  };
  const read = async (chosen: File) => {
    const [{ default: papa }, bytes] = await Promise.all([import('papaparse'), chosen.arrayBuffer()]);
    const text = decodeCsv(new Uint8Array(bytes));
    const tableOf = (separator?: Separator) => readCsv(papa.parse, text, separator);
    show({ name: chosen.name, table: tableOf(), tableOf });
  };
  return (
    <Dialog open onOpenChange={() => !busy && onClose()}>
      <DialogContent title={kind.title} description={kind.description} className="max-w-2xl">
        <div ref={content}>
          {file ? (
            <ImportCheck
              kind={kind}
              key={`${file.name} ${file.table.separator}`}
              fileName={file.name}
              table={file.table}
              onSeparator={(separator) => setFile({ ...file, table: file.tableOf(separator) })}
              onBusy={setBusy}
              onBack={() => show(undefined)}
              onClose={onClose}
            />
          ) : (
            <ImportFile kind={kind} onChoose={read} onCancel={onClose} />
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}
