import { CircleCheck, CirclePause, CircleX, type LucideIcon } from 'lucide-react';
import { Badge } from '#components/ui/badge.tsx';
import type { Tone } from '#components/ui/tone.ts';
import type { WorkflowStatus } from '#lib/workflows/schema.ts';

export const workflowStatuses = {
  ACTIVE: { word: 'Active', icon: CircleCheck, tone: 'ok' },
  INACTIVE: { word: 'Inactive', icon: CirclePause, tone: 'idle' },
  ERROR: { word: 'Has issues', icon: CircleX, tone: 'bad' },
} as const satisfies Record<WorkflowStatus, { word: string; icon: LucideIcon; tone: Tone }>;

export function WorkflowStatusBadge({ status }: { status: WorkflowStatus }) {
  const { word, icon: Icon, tone } = workflowStatuses[status];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {word}
    </Badge>
  );
}

export const workflowStatusOptions = Object.entries(workflowStatuses).map(([value, { word }]) => ({
  value,
  label: word,
}));
