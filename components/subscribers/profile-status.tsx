'use client';

import { states } from '#components/status/states.ts';
import { FacetFilter } from '#components/table/facet-filter.tsx';
import type { StatusOfTab } from './use-profile-status.ts';

interface Props {
  options: readonly StatusOfTab[];
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** The filter by status above a list of the profile. */
export function ProfileStatus({ options, value, onChange }: Props) {
  return (
    <FacetFilter
      label="Status"
      options={options.map((each) => ({ value: each, label: states[each].label }))}
      value={value}
      onChange={onChange}
    />
  );
}
