'use client';

import { useQuery } from '@tanstack/react-query';
import { useReader } from '#components/layout/first-paint.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { ChoiceFilter } from '#components/table/choice-filter.tsx';
import { recoveryQueries } from '#lib/recoveries/client.ts';
import { recoveryName } from './recovery-text.ts';

interface Props {
  /** The `_id` of a recovery. */
  value: string;
  onChange: (value: string) => void;
}

/** The filter by runs that were retried together. Links in the result of a recovery set this filter. */
export function RecoveryFilter({ value, onChange }: Props) {
  const { id } = useEnvironment();
  const { zone } = useReader();
  const { data } = useQuery(recoveryQueries.list(id));
  const known = (data?.data ?? []).map((recovery) => ({ value: recovery._id, label: recoveryName(recovery, zone) }));
  const options =
    known.some((each) => each.value === value) || !data ? known : [...known, { value, label: 'An earlier retry' }];
  return (
    <ChoiceFilter
      label="Retried together"
      options={options}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}
