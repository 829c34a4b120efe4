import { buttonClass } from '#components/ui/button-class.ts';
import { cn } from '#components/ui/cn.ts';
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
 * Filters the messages by the effect of the outage, or by several possible arrivals, with the number of messages of each.
 * On a phone, the numbers are in columns.
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
        className: cn(
          'touch-area aria-pressed:bg-pressed max-sm:justify-between first-of-type:max-sm:col-span-2',
          several && 'max-sm:col-span-2',
        ),
      })}
    >
      {label} <span className="text-faint tabular-nums">{countText(count, capped)}</span>
    </button>
  );
  return (
    <fieldset className="flex flex-wrap gap-1.5 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
      <legend className="sr-only">Show</legend>
      {choice('All', allOf(counts), null)}
      {OUTAGE_EFFECTS.map((each) => choice(EFFECT_LABELS[each], counts[each], each))}
      {(counts.several > 0 || filter.several) && choice(SEVERAL_LABEL, counts.several, null, true)}
    </fieldset>
  );
}
