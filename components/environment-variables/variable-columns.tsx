import { EnvironmentDot } from '#components/layout/environment-dot.tsx';
import { type Columns, columnHelper } from '#components/table/features.ts';
import { Badge } from '#components/ui/badge.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import type { EnvironmentVariable } from '#lib/environment-variables/schema.ts';
import type { Environment } from '#lib/environments/schema.ts';
import { ReadersCell } from './readers.tsx';
import { ValueCell, ValueList } from './value-cell.tsx';
import { VariableMenu } from './variable-menu.tsx';

const column = columnHelper<EnvironmentVariable>();

/** With more environments than this, all values share one column. */
export const MAX_COLUMNS = 4;
const keyColumn = (width: string) =>
  column.accessor('key', {
    header: 'Variable',
    meta: { sort: 'asc', from: 'phone', width },
    cell: ({ row: { original } }) => (
      <span className="flex min-w-0 items-center gap-2">
        <Truncate value={original.key} mono className="font-medium text-fg" />
        {original.isSecret && <Badge data-tip="Encrypted, and never shown">Secret</Badge>}
      </span>
    ),
  });

const rest = [
  column.display({
    id: 'readers',
    header: 'Used by',
    meta: { from: 'desk', width: '132px' },
    cell: ({ row }) => <ReadersCell variableKey={row.original.key} />,
  }),
  column.accessor('updatedAt', {
    header: 'Changed',
    meta: { sort: 'desc', from: 'wide', width: '104px' },
    cell: ({ getValue }) => <RelativeTime value={getValue()} focusable className="text-muted" />,
  }),
  column.display({
    id: 'act',
    header: () => <span className="sr-only">Actions</span>,
    meta: { from: 'phone', width: '56px', align: 'end' },
    cell: ({ row }) => <VariableMenu variable={row.original} />,
  }),
];

/**
 * Returns the columns: one for each environment, or one for all if they are many. The values share the room that the
 * keys leave.
 */
export function variableColumns(
  environments: readonly Environment[],
  variables: readonly Pick<EnvironmentVariable, 'key' | 'isSecret'>[],
): Columns<EnvironmentVariable> {
  const values =
    environments.length > MAX_COLUMNS
      ? [
          column.display({
            id: 'values',
            header: 'Values',
            meta: { from: 'tablet' },
            cell: ({ row }) => <ValueList variable={row.original} />,
          }),
        ]
      : environments.map((environment) =>
          column.display({
            id: environment._id,
            header: () => (
              <span className="flex min-w-0 items-center gap-1.5">
                <EnvironmentDot environment={environment} />
                <Truncate value={environment.name} />
              </span>
            ),
            meta: { from: 'tablet' },
            cell: ({ row }) => <ValueCell variable={row.original} environment={environment} />,
          }),
        );
  return column.columns([keyColumn(keyWidth(variables)), ...values, ...rest]);
}

/** A character of a key, the mark of a secret, and the padding of the cell, in pixels. */
const CHARACTER = 7.3;
const MARK = 64;
const PADDING = 30;
const SHORTEST = 120;

/** Returns the width for the longest key and its mark. Keys longer than a fifth of the window are cut. */
export function keyWidth(variables: readonly Pick<EnvironmentVariable, 'key' | 'isSecret'>[]): string {
  const widths = variables.map(({ key, isSecret }) => key.length * CHARACTER + (isSecret ? MARK : 0) + PADDING);
  return `min(${Math.ceil(Math.max(SHORTEST, ...widths))}px, 18vw)`;
}
