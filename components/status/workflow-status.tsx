import { CircleCheck, CirclePause, CircleX, type LucideIcon } from 'lucide-react';
import { Badge } from '#components/ui/badge.tsx';
import type { Tone } from '#components/ui/tone.ts';
import type { WorkflowStatus } from '#lib/workflows/schema.ts';

export const workflowStatuses = {
  ACTIVE: { label: 'Active', icon: CircleCheck, tone: 'ok' },
  INACTIVE: { label: 'Inactive', icon: CirclePause, tone: 'idle' },
  ERROR: { label: 'Has issues', icon: CircleX, tone: 'bad' },
} as const satisfies Record<WorkflowStatus, { label: string; icon: LucideIcon; tone: Tone }>;

interface Props {
  status: WorkflowStatus;
  /** Says how many issues there are instead of that there are some. */
  issueCount?: number | undefined;
}

export function WorkflowStatusBadge({ status, issueCount }: Props) {
  const { label, icon: Icon, tone } = workflowStatuses[status];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {issueCount === undefined ? label : issueCount === 1 ? '1 issue' : `${issueCount} issues`}
    </Badge>
  );
}

export const workflowStatusOptions = Object.entries(workflowStatuses).map(([value, { label }]) => ({
  value,
  label,
}));
