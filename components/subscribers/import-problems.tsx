'use client';

import { Download } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { saveAs } from '#components/ui/save-as.ts';
import type { RowProblem } from '#lib/subscribers/import.ts';

const SHOWN = 100;

/** The lines of the file that will not be imported, with the reason. */
export function ImportProblems({ problems, fileName }: { problems: readonly RowProblem[]; fileName: string }) {
  if (problems.length === 0) return null;
  const download = async () => {
    const { csvLines } = await import('#lib/text/csv.ts');
    const csv = csvLines([['line', 'reason'], ...problems.map(({ line, reason }) => [String(line), reason])]);
    saveAs(new Blob([csv], { type: 'text/csv' }), fileName.replace(/(\.\w+)?$/, '-problems.csv'));
  };
  return (
    <section>
      <h3 className="flex items-center justify-between gap-2 font-medium">
        {problems.length === 1 ? 'One row is left out' : `${problems.length.toLocaleString('en')} rows are left out`}
        <Button size="sm" variant="ghost" onClick={download}>
          <Download aria-hidden />
          Download the list
        </Button>
      </h3>
      <ul
        aria-label="Rows left out"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        tabIndex={0}
        className="mt-1 max-h-44 overflow-y-auto rounded-lg border border-line"
      >
        {problems.slice(0, SHOWN).map(({ line, reason }) => (
          <li key={`${line} ${reason}`} className="flex gap-3 border-b border-line px-3 py-1 last:border-0">
            <span className="w-20 shrink-0 text-faint tabular-nums">Line {line}</span>
            <span className="min-w-0 break-words">{reason}</span>
          </li>
        ))}
        {problems.length > SHOWN && (
          <li className="px-3 py-1 text-faint">and {(problems.length - SHOWN).toLocaleString('en')} more</li>
        )}
      </ul>
    </section>
  );
}
