import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { ChannelMark } from '#components/status/channels.tsx';
import { columnHelper } from '#components/table/features.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { Tone } from '#components/ui/tone.ts';
import { Truncate } from '#components/ui/truncate.tsx';
import { CAUSES, type Cause } from '#lib/suppressions/causes.ts';
import type { Suppression } from '#lib/suppressions/schema.ts';
import { RemoveButton } from './remove-button.tsx';

const column = columnHelper<Suppression>();

export const suppressionColumns = column.columns([
  column.accessor('address', {
    header: 'Address',
    meta: { from: 'phone' },
    cell: ({ row: { original } }) => (
      <span className="flex min-w-0 items-center gap-2">
        <ChannelMark channel={original.channel} />
        <Truncate value={original.address} className="font-medium" />
      </span>
    ),
  }),
  column.accessor('cause', {
    header: 'Cause',
    meta: { width: '160px' },
    cell: ({ getValue }) => <CauseBadge cause={getValue()} />,
  }),
  column.accessor((suppression) => wordsOf(suppression), {
    id: 'words',
    header: 'Provider’s message, or note',
    meta: { from: 'desk' },
    cell: ({ getValue }) => <Truncate value={getValue()} className="text-muted" />,
  }),
  column.display({
    id: 'stopped',
    header: 'Stopped',
    meta: { from: 'wide', width: '96px' },
    cell: ({ row: { original } }) => <StoppedRuns suppression={original} />,
  }),
  column.accessor('createdAt', {
    header: 'Since',
    meta: { width: '120px', align: 'end' },
    cell: ({ getValue }) => <RelativeTime value={getValue()} className="text-muted" />,
  }),
  column.display({
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    // Room for the whole button, also with the larger text of phones.
    meta: { from: 'phone', width: '128px', align: 'end' },
    cell: ({ row: { original } }) => <RemoveButton suppression={original} />,
  }),
]);

function wordsOf({ words, note }: Suppression): string | undefined {
  return words ?? note;
}

/** A link to the runs whose email was skipped because of the address. Activity finds runs by email address only. */
function StoppedRuns({ suppression: { channel, address } }: { suppression: Suppression }) {
  const { base } = useEnvironment();
  if (channel !== 'email') return <Missing label="Not listed for phone numbers" />;
  const filters = new URLSearchParams({ reason: 'suppressed', email: address, range: '90d' });
  return (
    <Link
      href={`${base}/activity?${filters}`}
      prefetch={false}
      className="touch-area relative z-10 rounded-sm text-accent-text hover:underline"
    >
      Show runs
    </Link>
  );
}

const tones: Record<Cause, Tone> = { bounced: 'bad', soft_bounced: 'warn', complained: 'bad', added: 'idle' };

function CauseBadge({ cause }: { cause: Cause }) {
  return <Badge tone={tones[cause]}>{CAUSES[cause].label}</Badge>;
}

/** The second line for phones. */
export function SuppressionSecondLine({ suppression: { cause, createdAt } }: { suppression: Suppression }) {
  return (
    <span className="flex min-w-0 flex-1 items-center justify-between gap-2 pt-1 text-xs text-faint">
      <CauseBadge cause={cause} />
      <span>
        Since <RelativeTime value={createdAt} />
      </span>
    </span>
  );
}
