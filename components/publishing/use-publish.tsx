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
 * published with them.
 */
export function usePublish({ source, target }: PublishEnds) {
  const ends = { sourceEnvironmentId: source._id, targetEnvironmentId: target._id };
  const publish = useMutation(publishingMutations.publish(ends));
  const undo = useMutation(publishingMutations.undo(ends));
  return async (chosen: readonly Candidate[], along: readonly Candidate[]): Promise<void> => {
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
    if (!done || !result?.publicationId) return;
    const { publicationId, summary, layouts } = result;
    const items = [
      ...Array.from({ length: summary.successful }, () => ({ type: 'workflow' as const })),
      ...layouts.map(() => ({ type: 'layout' as const })),
    ];
    const is = items.length === 1 ? 'was' : 'were';
    notifyUndoable(`${namedCounts(items)} ${is} published to ${target.name}`, {
      description: (
        <Link href={`/${target.slug}/workflows`} className="underline underline-offset-2 hover:text-fg">
          Open the workflows of {target.name}
        </Link>
      ),
      undo: async () => undoneOrThrow(await undo.mutateAsync(publicationId)),
      undone: `The publication to ${target.name} was undone`,
    });
    const failures = failuresOf(result);
    if (failures) notify.failed(`${counted(summary.failed, 'item')} not published`, { description: failures });
  };
}

/** @throws ApiFailure with the remaining items and their reasons, if a part of the publication was not undone. */
export function undoneOrThrow({ undone, refused }: UndoResult): void {
  if (refused.length === 0) return;
  const reasons = refused.map(({ name, reason }) => `“${name}” stays: ${reason}`);
  const count = undone.length === 0 ? '' : `${undone.length} of ${undone.length + refused.length} were undone. `;
  throw new ApiFailure({ message: `${count}${reasons.join(' ')}` });
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
