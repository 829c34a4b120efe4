import { CircleCheck, CirclePause, CircleX, type LucideIcon } from 'lucide-react';
import { Badge } from '#components/ui/badge.tsx';
import type { Tone } from '#components/ui/tone.ts';
import type { WorkflowStatus } from '#lib/workflows/schema.ts';

export const workflowStatuses = {
  ACTIVE: { label: 'Active', icon: CircleCheck, tone: 'ok' },
  INACTIVE: { label: 'Paused', icon: CirclePause, tone: 'idle' },
  ERROR: { label: 'Has issues', icon: CircleX, tone: 'bad' },
} as const satisfies Record<WorkflowStatus, { label: string; icon: LucideIcon; tone: Tone }>;

export function WorkflowStatusBadge({ status }: { status: WorkflowStatus }) {
  const { label, icon: Icon, tone } = workflowStatuses[status];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {label}
    </Badge>
  );
}

export const workflowStatusOptions = Object.entries(workflowStatuses).map(([value, { label }]) => ({
  value,
  label,
}));
