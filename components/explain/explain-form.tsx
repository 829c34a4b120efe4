'use client';

import { useQuery } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import { channelOptions } from '#components/status/channels.tsx';
import { SubscriberPicker } from '#components/subscribers/subscriber-picker.tsx';
import { ChoiceFilter } from '#components/table/choice-filter.tsx';
import { FilterBar } from '#components/table/filter-bar.tsx';
import { FilterButton } from '#components/table/filter-button.tsx';
import { Input } from '#components/ui/input.tsx';
import { momentText } from '#lib/time.ts';
import { workflowQueries } from '#lib/workflows/client.ts';
import { toField } from '#lib/zoned-input.ts';
import type { ExplainQuery } from './explain-query.ts';

interface Props {
  query: ExplainQuery;
  onChange: (change: Partial<ExplainQuery> | null) => void;
}

/** The question: who, which workflow, which channel, and when. */
export function ExplainForm({ query, onChange }: Props) {
  const { id } = useEnvironment();
  const workflows = useQuery(workflowQueries.all(id));
  const options = (workflows.data ?? []).map(({ workflowId, name }) => ({ value: workflowId, label: name }));
  const known = options.some(({ value }) => value === query.workflow);
  const unlisted = query.workflow && !known ? [{ value: query.workflow, label: query.workflow }] : [];
  return (
    <FilterBar
      label="Question"
      values={[query.workflow, query.channel, query.at]}
      onReset={() => onChange(NARROWED_BY_NOTHING)}
      search={
        <div className="w-88 max-w-full max-sm:mb-1 max-sm:w-full sm:mr-1">
          <SubscriberPicker
            label="Subscriber, transaction, run or message"
            placeholder="Whose message? Name, e-mail or any id"
            hideLabel
            small
            anyId
            autoFocus={query.subscriber === ''}
            value={query.subscriber === '' ? null : query.subscriber}
            onChange={(subscriber) => onChange({ subscriber: subscriber ?? '' })}
          />
        </div>
      }
    >
      <ChoiceFilter
        label="Workflow"
        options={[...unlisted, ...options]}
        value={query.workflow}
        onChange={(workflow) => onChange({ workflow })}
      />
      <ChoiceFilter
        label="Channel"
        options={channelOptions}
        value={query.channel}
        onChange={(channel) => onChange({ channel })}
      />
      <FilterButton
        label={query.at ? 'When' : 'Last 24 hours'}
        value={query.at ? momentText(query.at.toISOString()) : undefined}
        onClear={() => onChange({ at: null })}
      >
        <div className="p-2">
          <label htmlFor="explain-at" className="mb-1.5 block text-xs text-faint">
            When it was expected. Runs within 24 hours of it count.
          </label>
          <Input
            id="explain-at"
            type="datetime-local"
            defaultValue={query.at ? toField(query.at.getTime(), false) : ''}
            onChange={({ target }) => onChange({ at: target.value ? new Date(target.value) : null })}
          />
        </div>
      </FilterButton>
    </FilterBar>
  );
}

const NARROWED_BY_NOTHING = { workflow: null, channel: null, at: null };
