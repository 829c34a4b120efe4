import { columnHelper } from '#components/table/features.ts';
import { Badge } from '#components/ui/badge.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import type { Layout } from '#lib/layouts/schema.ts';
import { LayoutMenu } from './layout-menu.tsx';

const column = columnHelper<Layout>();

export const layoutColumns = column.columns([
  column.accessor('name', {
    header: 'Layout',
    meta: { from: 'phone' },
    cell: ({ row }) => <NameCell layout={row.original} />,
  }),
  column.display({
    id: 'used',
    header: 'Used by',
    meta: { width: '140px' },
    cell: ({ row }) => <span data-numeric>{usedBy(row.original)}</span>,
  }),
  column.accessor('updatedAt', {
    header: 'Updated',
    sortDescFirst: true,
    meta: { width: '100px', align: 'end' },
    cell: ({ getValue }) => <RelativeTime value={getValue()} className="text-muted" />,
  }),
  column.display({
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    meta: { from: 'phone', width: '48px', align: 'end' },
    cell: ({ row }) => <LayoutMenu layout={row.original} />,
  }),
]);

function NameCell({ layout }: { layout: Layout }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Truncate value={layout.name} className="max-w-full min-w-0 font-medium sm:max-w-[60%]" />
      {layout.isDefault && <Badge tone="accent">Default</Badge>}
      <Truncate value={layout.layoutId} mono className="text-faint max-sm:hidden" />
    </span>
  );
}

export function LayoutSecondLine({ layout }: { layout: Layout }) {
  return <span className="truncate">{usedBy(layout)}</span>;
}

export function usedBy({ workflowCount: count }: Pick<Layout, 'workflowCount'>): string {
  if (count === 0) return 'No workflow';
  return count === 1 ? '1 workflow' : `${count.toLocaleString('en')} workflows`;
}
