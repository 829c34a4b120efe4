'use client';

import { CircleCheck, SearchX } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { useState } from 'react';
import { SearchFilter } from '#components/table/search-filter.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import type { EnvironmentDiff } from '#lib/publishing/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { CandidateRow } from './candidate-row.tsx';
import {
  type Candidate,
  candidatesOf,
  isBlocked,
  keyOf,
  layoutsAlong,
  matches,
  selectedBeforehand,
} from './candidates.ts';
import { sharedKinds } from './finding-kinds.ts';
import { SharedFindings } from './findings.tsx';
import { OtherDifferences } from './other-differences.tsx';
import { pausedThere } from './paused.ts';
import { PausedWorkflows } from './paused-there.tsx';
import { PublishBar } from './publish-bar.tsx';
import type { PublishEnds } from './publish-ends.ts';
import { publishParsers } from './publish-query.ts';
import { usePublish } from './use-publish.tsx';

interface Props extends PublishEnds {
  diff: EnvironmentDiff;
}

/** All differences, with the user's selection of items to publish. */
export function PublishChoice({ diff, source, target }: Props) {
  const [{ q, workflows, layouts }, setQuery] = useQueryStates(publishParsers);
  const candidates = candidatesOf(diff);
  const [selected, select] = useState<readonly string[]>(() => {
    const named = [...workflows.map((id) => keyOf('workflow', id)), ...layouts.map((id) => keyOf('layout', id))];
    return selectedBeforehand(candidates, named);
  });
  const publish = usePublish({ source, target });
  const chosen = candidates.filter((each) => selected.includes(each.key) && !isBlocked(each));
  const needed = layoutsAlong(chosen);
  const along = candidates.filter(({ key }) => needed.has(key) && !selected.includes(key));
  const shared = sharedKinds(candidates);
  const shown = candidates.filter((each) => matches(each, q));
  const toggle = (key: string) =>
    select(selected.includes(key) ? selected.filter((each) => each !== key) : [...selected, key]);
  const keys = shown.flatMap((each) => (isBlocked(each) ? [] : each.key));
  const group = (type: Candidate['type'], label: string) => (
    <Group
      label={label}
      items={shown.filter((each) => each.type === type)}
      render={(each) => (
        <CandidateRow
          key={each.key}
          candidate={each}
          isSelected={selected.includes(each.key)}
          neededBy={needed.get(each.key)}
          shared={shared}
          onToggle={() => toggle(each.key)}
          source={source}
          target={target}
        />
      )}
    />
  );
  if (candidates.length === 0) return <NothingDiffers diff={diff} source={source} target={target} />;
  return (
    <>
      <search aria-label="Search differences" className="flex flex-wrap items-center gap-1.5">
        <SearchFilter
          label="Search differences"
          placeholder="Name or identifier"
          value={q}
          onChange={(next) => void setQuery({ q: next || null })}
        />
        <div className="flex gap-1.5">
          <Button size="sm" onClick={() => select([...new Set([...selected, ...keys])])}>
            Select all
          </Button>
          <Button size="sm" onClick={() => select(selected.filter((key) => !keys.includes(key)))}>
            Select none
          </Button>
        </div>
      </search>
      <SharedFindings shared={shared} target={target} />
      {group('workflow', 'Workflows')}
      {group('layout', 'Layouts')}
      {shown.length === 0 && (
        <EmptyState
          icon={SearchX}
          title="No difference matches"
          action={<Button onClick={() => void setQuery({ q: null })}>Show all differences</Button>}
        >{`Name or identifier with “${q}”.`}</EmptyState>
      )}
      <PausedWorkflows diff={diff} source={source} target={target} />
      <OtherDifferences diff={diff} source={source} target={target} />
      <PublishBar
        chosen={chosen}
        along={along}
        target={target.name}
        onPublish={() => void publish(chosen, along).then((done) => done && select([]))}
      />
    </>
  );
}

interface GroupProps {
  label: string;
  items: readonly Candidate[];
  render: (candidate: Candidate) => React.ReactNode;
}

function Group({ label, items, render }: GroupProps) {
  if (items.length === 0) return null;
  const id = `differing-${label.toLowerCase()}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1.5 flex items-baseline gap-1.5 font-semibold">
        {label}
        <span className="text-xs font-normal text-faint" data-numeric>
          {items.length.toLocaleString('en')}
        </span>
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">{items.map(render)}</ul>
    </section>
  );
}

function NothingDiffers({ diff, source, target }: Props) {
  const isEmpty = diff.resources.length === 0 && diff.layouts.length === 0;
  const paused = pausedThere(diff).length;
  const title = paused > 0 ? 'The content is the same' : 'Nothing differs';
  return (
    <>
      <EmptyState icon={CircleCheck} title={isEmpty ? `Nothing to publish in ${source.name}` : title}>
        {isEmpty
          ? `${source.name} has no workflows and no layouts.`
          : `All workflows and layouts of ${source.name} have the same content in ${target.name}.`}
        {paused > 0 &&
          ` ${counted(paused, 'active workflow')} of ${source.name} ${paused === 1 ? 'is' : 'are'} paused there.`}
      </EmptyState>
      <PausedWorkflows diff={diff} source={source} target={target} />
      <OtherDifferences diff={diff} source={source} target={target} />
    </>
  );
}
