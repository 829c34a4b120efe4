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
/** The width of all values together, in percent. */
const VALUES_WIDTH = 44;

const keyColumn = column.accessor('key', {
  header: 'Variable',
  meta: { sort: 'asc', from: 'phone' },
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
    meta: { from: 'desk', width: '160px' },
    cell: ({ row }) => <ReadersCell variableKey={row.original.key} />,
  }),
  column.accessor('updatedAt', {
    header: 'Changed',
    meta: { sort: 'desc', from: 'wide', width: '120px' },
    cell: ({ getValue }) => <RelativeTime value={getValue()} focusable className="text-muted" />,
  }),
  column.display({
    id: 'act',
    header: () => <span className="sr-only">Actions</span>,
    meta: { from: 'phone', width: '56px', align: 'end' },
    cell: ({ row }) => <VariableMenu variable={row.original} />,
  }),
];

/** Returns the columns: one for each environment, or one for all if they are many. */
export function variableColumns(environments: readonly Environment[]): Columns<EnvironmentVariable> {
  const values =
    environments.length > MAX_COLUMNS
      ? [
          column.display({
            id: 'values',
            header: 'Values',
            meta: { from: 'tablet', width: `${VALUES_WIDTH}%` },
            cell: ({ row }) => <ValueList variable={row.original} />,
          }),
        ]
      : environments.map((environment) =>
          column.display({
            id: environment._id,
            header: () => (
              <span className="inline-flex min-w-0 items-center gap-1.5">
                <EnvironmentDot environment={environment} />
                <span className="truncate">{environment.name}</span>
              </span>
            ),
            meta: { from: 'tablet', width: `${VALUES_WIDTH / environments.length}%` },
            cell: ({ row }) => <ValueCell variable={row.original} environment={environment} />,
          }),
        );
  return column.columns([keyColumn, ...values, ...rest]);
}
