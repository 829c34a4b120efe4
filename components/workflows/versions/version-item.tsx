'use client';

import { useId, useState } from 'react';
import { ActorName } from '#components/members/actor-name.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { FoldButton } from '#components/ui/fold-button.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { clockTime, relativeTime } from '#lib/time/time.ts';
import type { WorkflowVersion } from '#lib/workflows/client.ts';
import { changeSummary } from './change-summary.ts';
import { VersionDetail } from './version-detail.tsx';
import type { VersionsProps } from './versions-props.ts';

const causes = {
  create: 'Created',
  restore: 'Restored an older version',
  sync: 'Published from another environment',
  duplicate: 'Duplicated from another workflow',
} as const satisfies Record<Exclude<WorkflowVersion['cause'], 'update'>, string>;

interface Props extends VersionsProps {
  version: WorkflowVersion;
}

/** One version in two lines: its changes, its author and its time. */
export function VersionItem({ version, ...props }: Props) {
  const [open, setOpen] = useState(false);
  const detail = useId();
  const { names, unchanged } = props.subject;
  const summary = changeSummary(version.changes, names);
  return (
    <li>
      <FoldButton
        open={open}
        markClass="mt-0.5 size-4"
        aria-controls={detail}
        onFold={setOpen}
        className="focus-inset flex w-full items-start gap-2 px-3 py-2 text-left transition-colors hover:bg-hover"
      >
        <span className="min-w-0 flex-1">
          <span className="line-clamp-3 break-words">{summaryOf(version, summary, unchanged)}</span>
          <span className="block truncate text-xs text-faint">
            {version.version}. <ActorName actor={version.createdBy} /> · <RelativeTime value={version.createdAt} />
            {isDated(version.createdAt) && `, ${clockTime(version.createdAt)}`}
          </span>
        </span>
        {version.current && <Badge tone="ok">Current</Badge>}
      </FoldButton>
      <div id={detail}>{open && <VersionDetail version={version} {...props} />}</div>
    </li>
  );
}

/** Whether the relative time is a date, which is the same for two saves of one day. */
function isDated(createdAt: string): boolean {
  return !relativeTime(createdAt, Date.now()).endsWith('ago') && Date.now() - Date.parse(createdAt) > 60_000;
}

/** Returns the cause of the save, if it adds information, followed by the changes. */
function summaryOf({ cause }: WorkflowVersion, summary: string, unchanged: string): string {
  if (cause === 'update') return summary || unchanged;
  if (cause === 'create' || cause === 'duplicate' || !summary) return causes[cause];
  return `${causes[cause]}: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`;
}
