import type { ReactNode } from 'react';
import type { EnvironmentDiff } from '#lib/publishing/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { listText, shortList } from '#lib/text/list-text.ts';
import { unlistedCounts } from './paused.ts';
import type { PublishEnds } from './publish-ends.ts';
import { VariableDifferences } from './variable-differences.tsx';

interface Props extends PublishEnds {
  diff: EnvironmentDiff;
}

/** Up to this many names are listed. */
const FEW = 10;

/** Differences that publishing does not change. */
export function OtherDifferences({ diff, source, target }: Props) {
  const { variables, onlyInTarget } = diff;
  const same = unlistedCounts(diff);
  const equal = [
    ...(same.workflows > 0 ? [counted(same.workflows, 'workflow')] : []),
    ...(same.layouts > 0 ? [counted(same.layouts, 'layout')] : []),
  ];
  return (
    <>
      {variables.length > 0 && (
        <Part label="Variables">
          <p className="text-pretty text-muted">
            Publishing does not copy values, because they differ between environments. Set missing values, or copy them.
          </p>
          <VariableDifferences variables={variables} source={source} target={target} />
        </Part>
      )}
      {onlyInTarget.workflows.length + onlyInTarget.layouts.length > 0 && (
        <Part label={`Only in ${target.name}`}>
          <OnlyThere label="Workflows" items={onlyInTarget.workflows} />
          <OnlyThere label="Layouts" items={onlyInTarget.layouts} />
          <p className="text-pretty text-muted">
            {source.name} does not have them. They stay in {target.name}; delete them there if they are not needed.
          </p>
        </Part>
      )}
      {equal.length > 0 && (
        <p className="text-faint">
          {listText(equal)} {same.workflows + same.layouts === 1 ? 'is' : 'are'} the same in both, and not listed.
        </p>
      )}
    </>
  );
}

function OnlyThere({ label, items }: { label: string; items: readonly { id: string; name: string }[] }) {
  if (items.length === 0) return null;
  const names = items.map(({ name }) => name);
  return (
    <p className="break-words">
      {label}: {shortList(names, FEW)}
    </p>
  );
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  const id = label.toLowerCase().replaceAll(' ', '-');
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1 font-semibold">
        {label}
      </h2>
      {children}
    </section>
  );
}
