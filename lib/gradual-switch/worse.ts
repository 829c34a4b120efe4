import { rateText } from '#lib/integrations/health-levels.ts';
import type { GradualSwitch, SwitchFigures } from './schema.ts';

type Judged = Pick<GradualSwitch, 'margin' | 'minMessages' | 'former' | 'next'>;

/**
 * Returns why the new integration is worse than the old integration, as text with the figures. Undefined if the new
 * integration is not worse, or has too few messages. Worse means that its share of failed attempts or of bounced
 * messages is larger by at least the margin.
 */
export function worseBecause({ margin, minMessages, former, next }: Judged): string | undefined {
  for (const { count, of, words } of COMPARISONS) {
    const [before, after] = [former, next].map((side) => (of(side) > 0 ? count(side) / of(side) : 0));
    const points = Math.round(((after ?? 0) - (before ?? 0)) * 1e6) / 1e4;
    if (of(next) < minMessages || points < margin) continue;
    const text = (side: SwitchFigures, share = 0) =>
      `${count(side).toLocaleString('en')} of ${of(side).toLocaleString('en')} (${rateText(share)})`;
    return `${words} ${next.name}: ${text(next, after)}; ${former.name}: ${text(former, before)}`;
  }
  return undefined;
}

const COMPARISONS: { words: string; count(side: SwitchFigures): number; of(side: SwitchFigures): number }[] = [
  {
    words: 'Attempts that failed at',
    count: ({ failed }) => failed,
    of: ({ accepted, failed }) => accepted + failed,
  },
  {
    words: 'Messages that bounced after',
    count: ({ bounced }) => bounced,
    of: ({ sampled }) => sampled,
  },
];
