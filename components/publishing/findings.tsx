import { CircleX, Info, Pause, TriangleAlert } from 'lucide-react';
import { cn } from '#components/ui/cn.ts';
import { CodeText } from '#components/ui/code-text.tsx';
import type { PreflightLine } from '#lib/publishing/schema.ts';

const effects = {
  blocks: { icon: CircleX, tone: 'text-bad', label: 'Cannot be published' },
  pauses: { icon: Pause, tone: 'text-warn', label: 'Missing' },
  warns: { icon: TriangleAlert, tone: 'text-warn', label: 'Check' },
  informs: { icon: Info, tone: 'text-muted', label: 'Note' },
} as const satisfies Record<PreflightLine['effect'], object>;

/** The findings about a workflow in its target, the gravest first. */
export function Findings({ findings }: { findings: readonly PreflightLine[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {findings.map(({ effect, message, stepId }) => {
        const { icon: Icon, tone, label } = effects[effect];
        return (
          <li key={`${stepId} ${message}`} className="flex items-start gap-2">
            <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', tone)} />
            <span className="min-w-0 text-pretty break-words">
              <span className={cn('font-medium', tone)}>{label}:</span> <CodeText>{message}</CodeText>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
