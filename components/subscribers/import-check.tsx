'use client';

import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { DialogFooter } from '#components/ui/dialog.tsx';
import { Select } from '#components/ui/select.tsx';
import {
  type ColumnUse,
  type CsvTable,
  guessUses,
  type RowProblem,
  readRows,
  SEPARATORS,
  type Separator,
  usesProblem,
} from '#lib/subscribers/import.ts';
import { type ImportProgress, NOTHING_SENT } from '#lib/subscribers/import-run.ts';
import { counted } from '#lib/text/counted.ts';
import { ImportColumns } from './import-columns.tsx';
import type { ImportKind } from './import-kind.ts';
import { ImportProblems } from './import-problems.tsx';
import { ImportResult } from './import-result.tsx';

interface Props {
  kind: ImportKind;
  fileName: string;
  table: CsvTable;
  onSeparator: (separator: Separator) => void;
  /** Reports whether rows are being sent. The dialog stays open in the meantime. */
  onBusy: (busy: boolean) => void;
  onBack: () => void;
  onClose: () => void;
}

/** The use of each column, the expected effect of the import, and the import itself. */
export function ImportCheck({ kind, fileName, table, onSeparator, onBusy, onBack, onClose }: Props) {
  const [uses, setUses] = useState<readonly ColumnUse[]>(() => usesWithin(kind, table.header));
  const problem = table.rows.length === 0 ? 'The file has no rows below the header.' : usesProblem(uses);
  const { ready, problems, notes } = useMemo(() => readRows(table, uses), [table, uses]);
  const check = useRun(kind);
  const run = useRun(kind);
  const send = (target: typeof run, dryRun: boolean, from?: ImportProgress) => {
    onBusy(!dryRun);
    void target.start({ rows: ready, dryRun, ...(from && { from }) }).finally(() => onBusy(false));
  };
  const checked = check.progress?.sent === ready.length && !check.running;
  const done = run.progress?.sent === ready.length && !run.running;
  const shown = run.progress ?? check.progress;
  const wrong = problem ? [] : [...problems, ...(shown?.problems ?? [])];
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2 text-muted">
        <p>
          <span className="font-medium text-fg">{fileName}</span> has {counted(table.rows.length, 'row')}.
        </p>
        <Select
          label="Separator"
          value={table.separator}
          options={SEPARATORS}
          disabled={run.progress !== undefined}
          onChange={onSeparator}
          className="h-7 w-40 text-xs pointer-coarse:h-9"
        />
      </div>
      <ImportColumns
        table={table}
        uses={uses}
        options={kind.uses}
        disabled={run.progress !== undefined}
        onChange={(next) => {
          setUses(next);
          check.reset();
        }}
      />
      {problem && <p className="rounded-md bg-warn-soft px-3 py-2 text-warn">{problem}</p>}
      {shown && (
        <ImportResult
          kind={kind}
          progress={shown}
          total={ready.length}
          dryRun={run.progress === undefined}
          done={done}
          running={run.running}
        />
      )}
      {!problem && notes.length > 0 && <p className="text-muted">{notesText(notes)}</p>}
      <ImportProblems problems={wrong} fileName={fileName} />
      <DialogFooter>
        {run.progress === undefined && (
          <>
            <Button onClick={onClose} className="mr-auto">
              Cancel
            </Button>
            <Button onClick={onBack}>Choose another file</Button>
          </>
        )}
        {run.running && <Button onClick={run.stop}>Stop</Button>}
        {done ? (
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        ) : run.progress ? (
          <Button variant="primary" pending={run.running} onClick={() => send(run, false, run.progress)}>
            Continue
          </Button>
        ) : checked ? (
          <Button
            variant="primary"
            disabledReason={ready.length === 0 ? 'No row can be imported.' : undefined}
            onClick={() => send(run, false)}
          >
            {kind.action(ready.length)}
          </Button>
        ) : (
          <Button
            variant="primary"
            data-focus-first
            pending={check.running}
            disabledReason={problem}
            onClick={() => send(check, true)}
          >
            Check
          </Button>
        )}
      </DialogFooter>
    </div>
  );
}

/** Guesses the use of each column, among the possible uses in these rows. */
function usesWithin({ uses }: ImportKind, header: readonly string[]): ColumnUse[] {
  return guessUses(header).map((use) => (uses.some(({ value }) => value === use) ? use : 'ignore'));
}

function notesText(notes: readonly RowProblem[]): string {
  const [first, ...others] = notes;
  const more = others.length > 0 ? ` The same in ${counted(others.length, 'other row')}.` : '';
  return `Line ${first?.line}: ${first?.reason}${more}`;
}

/** Runs the import and reports its progress. Closing the dialog stops it. */
function useRun(kind: ImportKind) {
  const { id } = useEnvironment();
  const { mutateAsync, isPending } = useMutation(kind.run(id));
  const [progress, setProgress] = useState<ImportProgress>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  return {
    progress,
    running: isPending,
    stop: () => abort.current?.abort(),
    reset: () => {
      abort.current?.abort();
      abort.current = undefined;
      setProgress(undefined);
    },
    start: async (input: Pick<Parameters<typeof mutateAsync>[0], 'rows' | 'dryRun' | 'from'>) => {
      const own = new AbortController();
      abort.current = own;
      // A run that was reset reports nothing more.
      const report = (next: ImportProgress) => abort.current === own && setProgress(next);
      report(input.from ?? NOTHING_SENT);
      report(await mutateAsync({ ...input, signal: own.signal, onProgress: report }));
    },
  };
}
