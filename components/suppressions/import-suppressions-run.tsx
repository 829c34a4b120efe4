'use client';

import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { ImportProblems } from '#components/subscribers/import-problems.tsx';
import { ImportResult } from '#components/subscribers/import-result.tsx';
import { Button } from '#components/ui/button.tsx';
import { DialogFooter } from '#components/ui/dialog.tsx';
import { type ImportProgress, NOTHING_SENT } from '#lib/subscribers/import-run.ts';
import { suppressionMutations } from '#lib/suppressions/client.ts';
import type { SuppressionRows } from '#lib/suppressions/import.ts';
import { counted } from '#lib/text/counted.ts';

interface Props {
  fileName: string;
  rows: SuppressionRows;
  /** Reports whether rows are being sent. The dialog stays open in the meantime. */
  onBusy: (busy: boolean) => void;
  onClose: () => void;
}

const WORDS = {
  created: { check: 'to add', done: 'added' },
  updated: { check: 'listed already', done: 'listed already' },
};

/** Checks the rows of a file immediately, and imports them on request. */
export function ImportSuppressionsRun({ fileName, rows: { ready, problems }, onBusy, onClose }: Props) {
  const { id } = useEnvironment();
  const { mutateAsync, isPending } = useMutation(suppressionMutations.import(id));
  const [progress, setProgress] = useState<ImportProgress>();
  const [isChecked, setChecked] = useState(false);
  const abort = useRef(new AbortController());
  const run = async (dryRun: boolean) => {
    onBusy(!dryRun);
    const { signal } = abort.current;
    const from = dryRun ? NOTHING_SENT : (isChecked && progress) || NOTHING_SENT;
    setProgress(from);
    setProgress(await mutateAsync({ rows: ready, dryRun, from, signal, onProgress: setProgress }));
    onBusy(false);
  };
  const check = useRef(run);
  useEffect(() => {
    const controller = new AbortController();
    abort.current = controller;
    void check.current(true);
    return () => controller.abort();
  }, []);
  const isDone = isChecked && progress?.sent === ready.length && !isPending;
  const wrong = [...problems, ...(progress?.problems ?? [])].sort((a, b) => a.line - b.line);
  const fresh = progress?.created ?? 0;
  const start = () => {
    setChecked(true);
    void run(false);
  };
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">
        <span className="font-medium text-fg">{fileName}</span> has {counted(ready.length + problems.length, 'row')}.
      </p>
      {progress && (
        <ImportResult
          kind={WORDS}
          progress={progress}
          total={ready.length}
          dryRun={!isChecked}
          done={isDone}
          running={isPending}
        />
      )}
      <ImportProblems problems={wrong} fileName={fileName} />
      <DialogFooter>
        {!isDone && (
          <Button onClick={onClose} disabledReason={isChecked && isPending ? 'Rows are being sent' : undefined}>
            Cancel
          </Button>
        )}
        {isDone ? (
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <Button
            variant="primary"
            pending={isPending}
            disabledReason={!isPending && !isChecked && fresh === 0 ? 'No address of the file is new' : undefined}
            onClick={start}
          >
            {isChecked ? 'Continue' : `Suppress ${counted(fresh, 'address', 'addresses')}`}
          </Button>
        )}
      </DialogFooter>
    </div>
  );
}
