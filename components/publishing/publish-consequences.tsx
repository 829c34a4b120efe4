import { isProduction } from '#components/layout/is-production.ts';
import { counted } from '#lib/text/counted.ts';
import { listText } from '#lib/text/list-text.ts';
import type { Candidate } from './candidates.ts';
import type { PublishEnds } from './publish-ends.ts';

interface Props extends PublishEnds {
  chosen: readonly Candidate[];
  along: readonly Candidate[];
}

/** Up to this many names are listed. */
const FEW = 5;

/** The effects of a publication, in numbers. */
export function PublishConsequences({ chosen, along, source, target }: Props) {
  const workflows = chosen.filter(({ type }) => type === 'workflow');
  const created = workflows.filter(({ status }) => status === 'new');
  const changed = workflows.filter(({ status }) => status === 'changed');
  const paused = created.filter(({ resource }) => !resource?.activeAfter);
  const live = workflows.filter(({ resource }) => resource?.activeAfter);
  const incomplete = changed.filter(({ findings }) => findings.some(({ effect }) => effect === 'pauses'));
  const ofLayouts = (wanted: Candidate['status']) =>
    chosen.filter(({ type, status }) => type === 'layout' && status === wanted);
  const [newLayouts, layouts] = [ofLayouts('new'), ofLayouts('changed')];
  return (
    <ul className="list-disc space-y-1 pl-4 text-fg">
      {created.length > 0 && (
        <li>
          Created in {target.name}: {named(created, 'workflow')}.
        </li>
      )}
      {newLayouts.length > 0 && (
        <li>
          Created in {target.name}: {named(newLayouts, 'layout')}.
        </li>
      )}
      {changed.length > 0 && (
        <li>
          Changed in {target.name}: {named(changed, 'workflow')}. The earlier content stays as a version.
        </li>
      )}
      {layouts.length > 0 && (
        <li>
          Changed in {target.name}: {named(layouts, 'layout')}, with every email there that uses{' '}
          {layouts.length === 1 ? 'it' : 'them'}.
        </li>
      )}
      {along.length > 0 && <li>Also published: {named(along, 'layout')}.</li>}
      {paused.length > 0 && (
        <li>
          {paused.length === 1 ? 'Arrives' : 'Arrive'} paused: {named(paused, 'workflow')}. Nothing is sent until you
          activate {paused.length === 1 ? 'it' : 'them'} there.
        </li>
      )}
      {incomplete.length > 0 && (
        <li>
          {incomplete.length === 1 ? 'Has' : 'Have'} issues in {target.name}: {named(incomplete, 'workflow')}. Steps
          with an issue cannot send.
        </li>
      )}
      {live.length > 0 && (
        <li className={isProduction(target) ? 'font-medium text-warn' : undefined}>
          Active in {target.name}: {named(live, 'workflow')}. The next trigger sends the published content
          {isProduction(target) ? ' to real people' : ''}.
        </li>
      )}
      <li>
        {source.name} does not change, and nothing is deleted in {target.name}. You can undo this.
      </li>
    </ul>
  );
}

function named(items: readonly Candidate[], noun: string): string {
  return items.length > FEW
    ? counted(items.length, noun)
    : `${counted(items.length, noun)} (${listText(items.map(({ name }) => name))})`;
}
