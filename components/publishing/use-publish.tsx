'use client';

import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { confirm } from '#components/form/confirm.tsx';
import { notifyUndoable } from '#components/form/notify-undoable.ts';
import { isProduction } from '#components/layout/is-production.ts';
import { notify } from '#components/ui/notify.ts';
import { ApiFailure } from '#lib/api/client.ts';
import { publishingMutations } from '#lib/publishing/client.ts';
import type { PublishResult, UndoResult } from '#lib/publishing/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { type Candidate, namedCounts } from './candidates.ts';
import { PublishConsequences } from './publish-consequences.tsx';
import type { PublishEnds } from './publish-ends.ts';

/**
 * Returns a function that asks for confirmation and publishes the selected items. `along` are layouts that are
 * published with them. Resolves to true if something was published.
 */
export function usePublish({ source, target }: PublishEnds) {
  const ends = { sourceEnvironmentId: source._id, targetEnvironmentId: target._id };
  const publish = useMutation(publishingMutations.publish(ends));
  const undo = useUndoPublication({ source, target });
  return async (chosen: readonly Candidate[], along: readonly Candidate[]): Promise<boolean> => {
    const idsOf = (wanted: Candidate['type']) => chosen.flatMap(({ type, id }) => (type === wanted ? id : []));
    let result: PublishResult | undefined;
    const what = namedCounts([...chosen, ...along]);
    const done = await confirm({
      title: `Publish ${what} to ${target.name}?`,
      body: <PublishConsequences chosen={chosen} along={along} source={source} target={target} />,
      action: `Publish ${what}`,
      ...(isProduction(target) && { typed: target.name }),
      run: async () => {
        result = await publish.mutateAsync({ workflows: idsOf('workflow'), layouts: idsOf('layout') });
        if (result.publicationId === undefined) throw new ApiFailure({ message: whyNothing(result, target.name) });
      },
    });
    if (!done || !result?.publicationId) return false;
    const { publicationId, summary, layouts } = result;
    const items = [
      ...Array.from({ length: summary.successful }, () => ({ type: 'workflow' as const })),
      ...layouts.map(() => ({ type: 'layout' as const })),
    ];
    const is = items.length === 1 ? 'was' : 'were';
    notifyUndoable(`${namedCounts(items)} ${is} published to ${target.name}`, {
      id: notificationOf(publicationId),
      description: (
        <Link href={`/${target.slug}/workflows`} className="underline underline-offset-2 hover:text-fg">
          Open the workflows of {target.name}
        </Link>
      ),
      undo: async () => showUndone(await undo(publicationId), target.name),
    });
    const failures = failuresOf(result);
    if (failures) notify.failed(`${counted(summary.failed, 'item')} not published`, { description: failures });
    return true;
  };
}

/** Returns a function that undoes a publication, and removes the notification that offers the same. */
export function useUndoPublication({ source, target }: PublishEnds) {
  const ends = { sourceEnvironmentId: source._id, targetEnvironmentId: target._id };
  const undo = useMutation(publishingMutations.undo(ends));
  return async (publicationId: string): Promise<UndoResult> => {
    const result = await undo.mutateAsync(publicationId);
    notify.dismiss(notificationOf(publicationId));
    return result;
  };
}

const notificationOf = (publicationId: string) => `publication-${publicationId}`;

/** Milliseconds for which the notification lists the items that were not undone. */
const STAYS_MS = 30_000;

/**
 * Shows the result of undoing a publication: that all of it was undone, or the items that were not undone, with the
 * reasons.
 */
export function showUndone({ undone, refused }: UndoResult, target: string): void {
  const title = `The publication to ${target} was undone`;
  if (refused.length === 0) {
    notify.done(title);
    return;
  }
  const count = `${undone.length} of ${counted(undone.length + refused.length, 'item')}`;
  notify.note(undone.length === 0 ? `Nothing in ${target} was undone` : `${title}: ${count}`, {
    description: refused.map(({ name, reason }) => `“${name}” stays: ${reason}`).join(' '),
    duration: STAYS_MS,
  });
}

function whyNothing(result: PublishResult, target: string): string {
  return failuresOf(result) || `Nothing was published: ${target} now has the same content.`;
}

function failuresOf({ results }: PublishResult): string {
  return results
    .flatMap(({ failed }) => failed)
    .map(({ resourceName, error }) => `“${resourceName}”: ${error}`)
    .join(' ');
}
