import { cn } from '#components/ui/cn.ts';
import { type Tone, toneText } from '#components/ui/tone.ts';

import type { Severity } from '#lib/workflows/severity.ts';

const severities = {
  high: { word: 'High', tone: 'bad', bars: 3 },
  medium: { word: 'Medium', tone: 'warn', bars: 2 },
  low: { word: 'Low', tone: 'info', bars: 1 },
  none: { word: 'None', tone: 'idle', bars: 0 },
} as const satisfies Record<Severity, { word: string; tone: Tone; bars: number }>;

export const severityOptions = (Object.keys(severities) as Severity[]).map((value) => ({
  value,
  label: severities[value].word,
}));

/** Three rising bars; nothing at all when there is no severity. */
export function SeverityMark({ severity, withWord }: { severity: Severity | undefined; withWord?: boolean }) {
  if (!severity || (severity === 'none' && !withWord)) return null;
  const { word, tone, bars } = severities[severity];
  return (
    <span
      data-tip={withWord ? undefined : `${word} severity`}
      className={cn('inline-flex shrink-0 items-center gap-1.5', toneText[tone])}
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
      <span className={withWord ? undefined : 'sr-only'}>
        {word}
        {!withWord && ' severity'}
      </span>
    </span>
  );
}
