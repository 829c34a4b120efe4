'use client';

import { useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { type CsvTable, decodeCsv, readCsv } from '#lib/subscribers/import.ts';
import { ImportCheck } from './import-check.tsx';
import { ImportFile } from './import-file.tsx';

/** Imports subscribers from a CSV file: choose the file, check what would happen, import. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { name } = useEnvironment();
  const [file, setFile] = useState<{ name: string; table: CsvTable }>();
  const [busy, setBusy] = useState(false);
  const read = async (chosen: File) => {
    const [{ default: papa }, bytes] = await Promise.all([import('papaparse'), chosen.arrayBuffer()]);
    setFile({ name: chosen.name, table: readCsv(papa.parse, decodeCsv(new Uint8Array(bytes))) });
  };
  return (
    <Dialog open onOpenChange={() => !busy && onClose()}>
      <DialogContent
        title="Import subscribers"
        description={`From a CSV file into ${name}. An id that exists is updated, so a file can be imported again.`}
        className="max-w-2xl"
      >
        {file ? (
          <ImportCheck
            key={file.name}
            fileName={file.name}
            table={file.table}
            onBusy={setBusy}
            onBack={() => setFile(undefined)}
            onClose={onClose}
          />
        ) : (
          <ImportFile onChoose={read} />
        )}
      </DialogContent>
    </Dialog>
  );
}
