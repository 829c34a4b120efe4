import { buttonClass } from '#components/ui/button-class.ts';
import { OUTAGE_EFFECTS, type OutageEffect } from '#lib/outages/effects.ts';
import type { Outage } from '#lib/outages/schema.ts';
import { allOf, countText, EFFECT_LABELS } from './outage-texts.ts';

interface Props {
  counts: Outage['counts'];
  effect: OutageEffect | null;
  onChange: (effect: OutageEffect | null) => void;
}

/**
 * Filters the messages by the effect of the outage, with the number of messages per effect. On a phone, the numbers are
 * in columns.
 */
export function EffectFilter({ counts, effect, onChange }: Props) {
  const { capped } = counts;
  const choice = (label: string, count: number, value: OutageEffect | null) => (
    <button
      key={label}
      type="button"
      aria-pressed={effect === value}
      onClick={() => onChange(value)}
      className={buttonClass({
        size: 'sm',
        className: 'touch-area aria-pressed:bg-pressed max-sm:justify-between first-of-type:max-sm:col-span-2',
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
    </fieldset>
  );
}
