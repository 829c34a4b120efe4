import { useActorName, userActor } from '#components/members/actor-name.tsx';
import { columnHelper } from '#components/table/features.ts';
import { Badge } from '#components/ui/badge.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import type { Layout } from '#lib/layouts/schema.ts';
import { LayoutMenu } from './layout-menu.tsx';
import { LayoutThumbnail } from './layout-thumbnail.tsx';
import { UsedBy } from './used-by.tsx';

const column = columnHelper<Layout>();

/** The width of the thumbnail column, and the row height. A thumbnail is large enough to distinguish layouts. */
export const thumbnailSizes =
  '[--thumbnail:164px] max-sm:[--thumbnail:118px] [--row:calc((var(--thumbnail)-20px)*2/3+20px)]';

export const layoutColumns = column.columns([
  column.display({
    id: 'thumbnail',
    header: () => <span className="sr-only">Preview</span>,
    meta: { from: 'phone', width: 'var(--thumbnail)', beforeLink: true },
    cell: ({ row }) => <LayoutThumbnail layout={row.original} />,
  }),
  column.accessor('name', {
    header: 'Layout',
    meta: { sort: 'asc', from: 'phone' },
    cell: ({ row }) => <NameCell layout={row.original} />,
  }),
  column.display({
    id: 'used',
    header: 'Used by',
    meta: { width: '18%' },
    cell: ({ row }) => <UsedBy layout={row.original} />,
  }),
  column.accessor('updatedAt', {
    header: 'Updated',
    meta: { sort: 'desc', width: '18%' },
    cell: ({ row }) => <UpdatedCell layout={row.original} />,
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
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className="flex min-w-0 items-center gap-2">
        <Truncate value={layout.name} className="min-w-0 font-semibold" />
        {layout.isDefault && (
          <Badge tone="accent" data-tip="Frames every email whose step names no layout">
            Default
          </Badge>
        )}
      </span>
      <Truncate value={layout.layoutId} at="middle" mono className="text-faint" />
    </span>
  );
}

/** The time of the last change, and its author. */
function UpdatedCell({ layout: { updatedAt, updatedBy } }: { layout: Layout }) {
  const name = useActorName(userActor(updatedBy));
  return (
    <span className="text-muted">
      <RelativeTime value={updatedAt} />
      {name && <span className="text-faint max-md:hidden"> by {name}</span>}
    </span>
  );
}

/** The values of the hidden columns, for phones. */
export function LayoutSecondLine({ layout }: { layout: Layout }) {
  return (
    <span className="flex min-w-0 flex-col gap-1 pt-1 text-xs">
      <UsedBy layout={layout} isLabelled />
      <span className="truncate text-faint">
        Updated <RelativeTime value={layout.updatedAt} />
      </span>
    </span>
  );
}
