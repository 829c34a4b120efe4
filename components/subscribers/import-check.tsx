'use client';

import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { DialogFooter } from '#components/ui/dialog.tsx';
import { Select } from '#components/ui/select.tsx';
import { subscriberMutations } from '#lib/subscribers/client.ts';
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
import { ImportProblems } from './import-problems.tsx';

interface Props {
  fileName: string;
  table: CsvTable;
  onSeparator: (separator: Separator) => void;
  /** Reports whether rows are being sent. The dialog stays open in the meantime. */
  onBusy: (busy: boolean) => void;
  onBack: () => void;
  onClose: () => void;
}

/** The use of each column, the expected effect of the import, and the import itself. */
export function ImportCheck({ fileName, table, onSeparator, onBusy, onBack, onClose }: Props) {
  const [uses, setUses] = useState<readonly ColumnUse[]>(() => guessUses(table.header));
  const problem = table.rows.length === 0 ? 'The file has no rows below the header.' : usesProblem(uses);
  const { ready, problems, notes } = useMemo(() => readRows(table, uses), [table, uses]);
  const check = useRun();
  const run = useRun();
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
        disabled={run.progress !== undefined}
        onChange={(next) => {
          setUses(next);
          check.reset();
        }}
      />
      {problem && <p className="rounded-md bg-warn-soft px-3 py-2 text-warn">{problem}</p>}
      {shown && <Outcome progress={shown} total={ready.length} dryRun={run.progress === undefined} done={done} />}
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
            Import {counted(ready.length, 'subscriber')}
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

function notesText(notes: readonly RowProblem[]): string {
  const [first, ...others] = notes;
  const more = others.length > 0 ? ` And so in ${counted(others.length, 'other row')}.` : '';
  return `Line ${first?.line}: ${first?.reason}${more}`;
}

/** Runs the import and reports its progress. Closing the dialog stops it. */
function useRun() {
  const { id } = useEnvironment();
  const { mutateAsync, isPending } = useMutation(subscriberMutations.import(id));
  const [progress, setProgress] = useState<ImportProgress>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  return {
    progress,
    running: isPending,
    stop: () => abort.current?.abort(),
    reset: () => setProgress(undefined),
    start: async (input: Pick<Parameters<typeof mutateAsync>[0], 'rows' | 'dryRun' | 'from'>) => {
      abort.current = new AbortController();
      setProgress(input.from ?? NOTHING_SENT);
      setProgress(await mutateAsync({ ...input, signal: abort.current.signal, onProgress: setProgress }));
    },
  };
}

interface OutcomeProps {
  progress: ImportProgress;
  total: number;
  dryRun: boolean;
  done: boolean;
}

function Outcome({ progress: { sent, created, updated, error }, total, dryRun, done }: OutcomeProps) {
  const title = dryRun ? 'This would happen' : done ? 'Imported' : 'Importing';
  return (
    <section className="rounded-lg border border-line bg-surface px-4 py-3">
      <h3 className="font-medium">{title}</h3>
      <p role="status" className="mt-1 flex flex-wrap gap-x-4 text-muted tabular-nums">
        <span>
          <strong className="text-fg">{created.toLocaleString('en')}</strong> {dryRun ? 'to create' : 'created'}
        </span>
        <span>
          <strong className="text-fg">{updated.toLocaleString('en')}</strong> {dryRun ? 'to update' : 'updated'}
        </span>
        {sent < total && <span>{`${sent.toLocaleString('en')} of ${total.toLocaleString('en')} rows`}</span>}
      </p>
      {sent < total && (
        <progress value={sent} max={total} aria-label="Rows" className="mt-2 h-1.5 w-full accent-accent" />
      )}
      {error && (
        <p role="alert" className="mt-2 text-bad">
          It stopped after {counted(sent, 'row')}: {error} The rows sent so far are kept.
        </p>
      )}
    </section>
  );
}
