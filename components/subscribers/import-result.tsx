import type { ImportProgress } from '#lib/subscribers/import-run.ts';
import { counted } from '#lib/text/counted.ts';
import type { ImportKind } from './import-kind.ts';

interface Props {
  kind: Pick<ImportKind, 'created' | 'updated'>;
  progress: ImportProgress;
  total: number;
  dryRun: boolean;
  done: boolean;
  running: boolean;
}

/** The result of the check or of the import so far, with its progress. */
export function ImportResult({ kind, progress, total, dryRun, done, running }: Props) {
  const { sent, created, updated, error } = progress;
  const word = dryRun ? 'check' : 'done';
  const title = dryRun ? 'Result of the check' : done ? 'Imported' : running ? 'Importing' : 'Import stopped';
  return (
    <section className="rounded-lg border border-line bg-surface px-4 py-3">
      <h3 className="font-medium">{title}</h3>
      <p role="status" className="mt-1 flex flex-wrap gap-x-4 text-muted tabular-nums">
        <span>
          <strong className="text-fg">{created.toLocaleString('en')}</strong> {kind.created[word]}
        </span>
        <span>
          <strong className="text-fg">{updated.toLocaleString('en')}</strong> {kind.updated[word]}
        </span>
        {sent < total && <span>{`${sent.toLocaleString('en')} of ${total.toLocaleString('en')} rows`}</span>}
      </p>
      {sent < total && (
        <progress value={sent} max={total} aria-label="Rows" className="mt-2 h-1.5 w-full accent-accent" />
      )}
      {error && (
        <p role="alert" className="mt-2 text-bad">
          The import stopped after {counted(sent, 'row')}: {error} The rows sent so far are kept.
        </p>
      )}
    </section>
  );
}
