'use client';

import { Select } from '#components/ui/select.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import type { ColumnUse, CsvTable } from '#lib/subscribers/import.ts';
import type { ImportKind } from './import-kind.ts';

interface Props {
  table: CsvTable;
  uses: readonly ColumnUse[];
  options: ImportKind['uses'];
  disabled: boolean;
  onChange: (uses: ColumnUse[]) => void;
}

/** The columns of a file, each with an example value and the field that it is imported as. */
export function ImportColumns({ table: { header, rows }, uses, options, disabled, onChange }: Props) {
  return (
    <div className="max-h-64 overflow-y-auto rounded-lg border border-line">
      <table className="w-full table-fixed border-collapse">
        <thead>
          <tr className="border-b border-line text-left text-xs text-faint">
            <th scope="col" className="px-3 py-1.5 font-medium">
              Column
            </th>
            <th scope="col" className="px-3 py-1.5 font-medium max-sm:hidden">
              For example
            </th>
            <th scope="col" className="w-48 px-3 py-1.5 font-medium">
              Imported as
            </th>
          </tr>
        </thead>
        <tbody>
          {header.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
            <tr key={index} className="border-b border-line last:border-0">
              <th scope="row" className="truncate px-3 py-1 text-left font-medium">
                {name || `Column ${index + 1}`}
              </th>
              <td className="px-3 py-1 text-muted max-sm:hidden">
                <Truncate value={rows.find(({ cells }) => cells[index])?.cells[index]} />
              </td>
              <td className="px-3 py-1">
                <Select
                  label={`Import ${name || `column ${index + 1}`} as`}
                  value={uses[index] ?? 'ignore'}
                  options={options}
                  disabled={disabled}
                  onChange={(use) => onChange(uses.map((each, at) => (at === index ? use : each)))}
                  className="h-7 text-xs pointer-coarse:h-9"
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
