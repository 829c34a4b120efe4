'use client';

import { ChoiceFilter } from '#components/table/choice-filter.tsx';
import { SLOWER_THAN, type SlowerThan, slowerThanLabels } from '#lib/time/slowness.ts';

interface Props {
  value: SlowerThan | '';
  onChange: (value: SlowerThan | '') => void;
}

const options = SLOWER_THAN.map((value) => ({ value, label: slowerThanLabels[value] }));

/** The filter by the time since the trigger, including the delays and digests of the workflow. */
export function SlowerFilter({ value, onChange }: Props) {
  return (
    <ChoiceFilter
      label="Slower than"
      options={options}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}
