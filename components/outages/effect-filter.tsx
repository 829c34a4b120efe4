import { buttonClass } from '#components/ui/button-class.ts';
import type { OutageFilter } from '#lib/outages/client.ts';
import { OUTAGE_EFFECTS, type OutageEffect } from '#lib/outages/effects.ts';
import type { Outage } from '#lib/outages/schema.ts';
import { allOf, countText, EFFECT_LABELS, SEVERAL_LABEL } from './outage-texts.ts';

interface Props {
  counts: Outage['counts'];
  filter: OutageFilter;
  onChange: (filter: OutageFilter) => void;
}

/**
 * A line of filters by the effect of the outage, and by whether a message may have arrived several times. Each shows
 * its number of messages.
 */
export function EffectFilter({ counts, filter, onChange }: Props) {
  const { capped } = counts;
  const choice = (label: string, count: number, effect: OutageEffect | null, several = false) => (
    <button
      key={label}
      type="button"
      aria-pressed={filter.effect === effect && filter.several === several}
      onClick={() => onChange({ effect, several })}
      className={buttonClass({
        size: 'sm',
        className: 'touch-area shrink-0 aria-pressed:bg-pressed',
      })}
    >
      {label} <span className="text-faint tabular-nums">{countText(count, capped)}</span>
    </button>
  );
  return (
    <fieldset className="flex min-w-0 gap-1.5 overflow-x-auto py-1 sm:flex-wrap">
      <legend className="sr-only">Show</legend>
      {choice('All', allOf(counts), null)}
      {OUTAGE_EFFECTS.map((each) => choice(EFFECT_LABELS[each], counts[each], each))}
      {(counts.several > 0 || filter.several) && choice(SEVERAL_LABEL, counts.several, null, true)}
    </fieldset>
  );
}
