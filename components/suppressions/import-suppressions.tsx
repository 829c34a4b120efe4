'use client';

import { useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { ImportFile } from '#components/subscribers/import-file.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { decodeCsv, readCsv } from '#lib/subscribers/import.ts';
import { readSuppressions, type SuppressionRows } from '#lib/suppressions/import.ts';
import { ImportSuppressionsRun } from './import-suppressions-run.tsx';

const KIND = {
  example: `address,channel,cause,note
jane@example.com,email,bounced,
+4915112345678,sms,,By phone
`,
  format:
    'The first row names the columns; only the address is needed. A text with @ is an email address; every other text is a phone number. An exported file can be imported.',
};

/** Suppresses the addresses of a CSV file: choose the file, then import it. */
export function ImportSuppressions({ onClose }: { onClose: () => void }) {
  const { name } = useEnvironment();
  const [file, setFile] = useState<{ name: string; rows: SuppressionRows }>();
  const [isBusy, setBusy] = useState(false);
  const choose = async (chosen: File) => {
    const [{ default: papa }, bytes] = await Promise.all([import('papaparse'), chosen.arrayBuffer()]);
    const table = readCsv(papa.parse, decodeCsv(new Uint8Array(bytes)));
    setFile({ name: chosen.name, rows: readSuppressions(table) });
  };
  return (
    <Dialog open onOpenChange={() => !isBusy && onClose()}>
      <DialogContent
        title="Import suppressed addresses"
        description={`Nothing is sent from ${name} to the addresses of the file. Addresses that are listed already stay unchanged.`}
        className="max-w-2xl"
      >
        {file ? (
          <ImportSuppressionsRun fileName={file.name} rows={file.rows} onBusy={setBusy} onClose={onClose} />
        ) : (
          <ImportFile kind={KIND} onChoose={choose} onCancel={onClose} />
        )}
      </DialogContent>
    </Dialog>
  );
}
