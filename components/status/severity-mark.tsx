import { cn } from '#components/ui/cn.ts';
import type { Severity } from '#lib/workflows/severity.ts';

export const severities = {
  high: { label: 'High', bars: 3 },
  medium: { label: 'Medium', bars: 2 },
  low: { label: 'Low', bars: 1 },
  none: { label: 'None', bars: 0 },
} as const satisfies Record<Severity, { label: string; bars: number }>;

export const severityOptions = (Object.keys(severities) as Severity[]).map((value) => ({
  value,
  label: severities[value].label,
}));

/** In lists only high severity is marked, because a mark next to every name would go unnoticed. */
export function HighSeverityMark({ severity }: { severity: Severity | undefined }) {
  return severity === 'high' ? <SeverityMark severity="high" /> : null;
}

/** Three rising bars, without colour because colours mean outcomes. Empty without a severity. */
export function SeverityMark({ severity }: { severity: Severity | undefined }) {
  if (!severity || severity === 'none') return null;
  const { label, bars } = severities[severity];
  return (
    <span
      data-tip={`${label} severity`}
      className={cn('inline-flex shrink-0 items-center gap-1.5', bars === 3 ? 'text-fg' : 'text-muted')}
    >
      <svg aria-hidden="true" viewBox="0 0 12 12" className="size-3 fill-current">
        {[0, 1, 2].map((bar) => (
          <rect
            key={bar}
            x={bar * 4.3}
            y={8 - bar * 4}
            width="3"
            height={4 + bar * 4}
            rx="1"
            opacity={bar < bars ? 1 : 0.25}
          />
        ))}
      </svg>
      <span className="sr-only">{label} severity</span>
    </span>
  );
}
