import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { ChangesView } from '#components/workflows/versions/changes-view.tsx';
import { layoutQueries } from '#lib/layouts/client.ts';
import type { Layout } from '#lib/layouts/schema.ts';
import { differences } from '#lib/workflows/changes.ts';
import type { Candidate } from './candidates.ts';
import type { PublishEnds } from './publish-ends.ts';

interface Props extends PublishEnds {
  layout: Candidate;
}

/** The text difference of a layout. */
export function LayoutDifference({ layout: { id, status }, source, target }: Props) {
  const here = useQuery({ ...layoutQueries.one(source._id, id), staleTime: 0 });
  const there = useQuery({ ...layoutQueries.one(target._id, id), staleTime: 0, enabled: status === 'changed' });
  const error = here.error ?? there.error;
  if (error) return <p role="alert">{error.message}</p>;
  if (!here.data || (status === 'changed' && !there.data)) return <Skeleton className="h-24 rounded-lg" />;
  const before = there.data ? contentOf(there.data.body) : {};
  return <ChangesView changes={differences([], before, contentOf(here.data.body))} names={{}} />;
}

function contentOf({ name, isTranslationEnabled, controls: { values } }: Layout) {
  const { body, editorType } = values.email ?? {};
  return { name, isTranslationEnabled, body, editorType };
}
