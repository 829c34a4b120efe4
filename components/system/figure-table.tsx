import type { ReactNode } from 'react';
import { cn } from '#components/ui/cn.ts';

interface Column {
  label: string;
  /** Figures are right-aligned. */
  isFigure?: boolean;
  /** Omitted on phones. */
  isWide?: boolean;
}

interface Props {
  label: string;
  columns: readonly Column[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  /** The text that is shown if there are no rows. */
  empty?: string;
}

/** A short table of the report, without order, pages or actions. */
export function FigureTable({ label, columns, rows, empty }: Props) {
  if (rows.length === 0)
    return <p className="rounded-lg border border-line bg-surface px-3 py-2.5 text-muted">{empty}</p>;
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <table aria-label={label} className="w-full">
        <thead>
          <tr className="border-b border-line text-xs text-faint">
            {columns.map((column) => (
              <th key={column.label} scope="col" className={cn('px-3 py-1.5 font-medium', look(column))}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {columns.map((column, index) => (
                <td
                  key={column.label}
                  data-numeric={column.isFigure || undefined}
                  className={cn('h-9 px-3 py-1.5', index > 0 && 'text-muted', look(column))}
                >
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function look({ isFigure, isWide }: Column): string {
  return cn(isFigure ? 'text-right whitespace-nowrap' : 'text-left wrap-anywhere', isWide && 'max-sm:hidden');
}
