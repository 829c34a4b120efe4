'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useEnvironment } from '#components/layout/session.tsx';
import { channelOptions } from '#components/status/channels.tsx';
import { SubscriberPicker } from '#components/subscribers/subscriber-picker.tsx';
import { ChoiceFilter } from '#components/table/choice-filter.tsx';
import { FilterBar } from '#components/table/filter-bar.tsx';
import { FilterButton } from '#components/table/filter-button.tsx';
import type { Explanation } from '#lib/explain/schema.ts';
import { displayName, shownWithName } from '#lib/explain/summary.ts';
import { capitalised } from '#lib/reasons/definition.ts';
import { momentText } from '#lib/time/time.ts';
import { workflowQueries } from '#lib/workflows/client.ts';
import type { ExplainQuery } from './explain-query.ts';

const ExpectedAt = dynamic(() => import('./expected-at.tsx').then((module) => module.ExpectedAt), { ssr: false });

interface Props {
  query: ExplainQuery;
  /** The answer to the question. Undefined while it loads. */
  answer: Explanation | undefined;
  onChange: (change: Partial<ExplainQuery> | null) => void;
}

/** The form of a question: who, which workflow, which channel, and when. */
export function ExplainForm({ query, answer, onChange }: Props) {
  const { id } = useEnvironment();
  const workflows = useQuery(workflowQueries.all(id));
  const options = (workflows.data ?? []).map(({ workflowId, name }) => ({ value: workflowId, label: name }));
  const known = options.some(({ value }) => value === query.workflow);
  const run = answer && namedRun(query.subscriber, answer);
  const unlisted = query.workflow && !known ? [{ value: query.workflow, label: query.workflow }] : [];
  return (
    <FilterBar
      label="Question"
      values={[query.workflow, query.channel, query.at, query.twice]}
      onReset={() => onChange(NARROWED_BY_NOTHING)}
      search={
        <div className="w-88 max-w-full max-sm:mb-1 max-sm:w-full sm:mr-1">
          <SubscriberPicker
            label="Subscriber, transaction, run or message"
            placeholder="Whose message? Name, email or any ID"
            hideLabel
            small
            anyId
            autoFocus={query.subscriber === ''}
            value={query.subscriber === '' ? null : query.subscriber}
            called={run ?? (answer && personIn(query.subscriber, answer))}
            onChange={(subscriber) => onChange({ subscriber: subscriber ?? '' })}
          />
        </div>
      }
    >
      {run === undefined && (
        <ChoiceFilter
          label="Workflow"
          options={[...unlisted, ...options]}
          value={query.workflow}
          onChange={(workflow) => onChange({ workflow })}
        />
      )}
      {(run === undefined || query.channel) && (
        <ChoiceFilter
          label="Channel"
          options={channelOptions}
          value={query.channel}
          onChange={(channel) => onChange({ channel })}
        />
      )}
      {run === undefined && (
        <FilterButton
          label={query.at ? 'When' : 'Last 30 days'}
          value={query.at ? momentText(query.at.toISOString()) : undefined}
          onClear={() => onChange({ at: null })}
        >
          <ExpectedAt at={query.at} onChange={(at) => onChange({ at })} />
        </FilterButton>
      )}
      {(run === undefined || query.twice) && (
        <button
          type="button"
          aria-pressed={query.twice === true}
          onClick={() => onChange({ twice: query.twice ? null : true })}
          className={TOGGLE}
        >
          Got it twice
        </button>
      )}
    </FilterBar>
  );
}

/**
 * Returns the name of the run if the query is the ID of a run, step, message or transaction: "Jane Cooper, run on 22
 * Nov, 14:05".
 */
export function namedRun(query: string, { decisive: { run }, subscriber }: Explanation): string | undefined {
  const isNamed = query === run?.transactionId || (/^[0-9a-f]{24}$/.test(query) && query !== subscriber?.subscriberId);
  if (!run || !isNamed) return undefined;
  const when = `run on ${momentText(run.createdAt)}`;
  return subscriber ? `${displayName(subscriber)}, ${when}` : capitalised(when);
}

/**
 * Returns the name of the subscriber with this ID, and an address, because other subscribers may have the same name.
 */
function personIn(query: string, { subscriber }: Explanation): string | undefined {
  const distinct = subscriber?.subscriberId === query ? shownWithName(subscriber) : undefined;
  return subscriber && distinct && `${displayName(subscriber)} (${distinct})`;
}

/** The look of a filter chip. */
const TOGGLE =
  'control-sm shrink-0 rounded-md border border-line-strong/60 bg-surface px-2 text-xs font-medium text-muted hover:text-fg aria-pressed:border-accent/60 aria-pressed:bg-accent-soft aria-pressed:text-accent-text';

const NARROWED_BY_NOTHING = { workflow: null, channel: null, at: null, twice: null };
