import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { dropCopy, findCopy, keepCopy } from '#components/workflows/editor/draft-copy.ts';
import { ApiFailure, type Tagged } from '#lib/api/client.ts';
import { layoutMutations, layoutQueries } from '#lib/layouts/client.ts';
import type { Layout, LayoutContent } from '#lib/layouts/schema.ts';

/** The additional fields of a 412 response. */
export interface StaleLayout {
  currentVersion: number;
  changedBy: { label: string };
  changedAt: string;
}

export type SaveProblem =
  | { stale: StaleLayout; message?: undefined }
  | {
      stale?: undefined;
      message: string;
      /** Whether the body is the cause, which the page then marks. */
      inBody: boolean;
    };

/** The field of the body in an error. */
const BODY = 'controlValues.email.body';

interface Draft {
  name: string;
  email: LayoutContent;
}

/** Returns the draft of a layout. Neither a failed save, a newer stored layout nor a reload loses the edits. */
export function useLayoutDraft(stored: Tagged<Layout>) {
  const { id } = useEnvironment();
  const queries = useQueryClient();
  const copy = useCopy(id, stored.body);
  const [base, setBase] = useState({ draft: draftOf(stored.body), etag: copy?.etag ?? stored.etag });
  const [draft, setDraft] = useState(copy?.now ?? base.draft);
  const [restoredAt, setRestoredAt] = useState(copy?.at);
  const [problem, setProblem] = useState<SaveProblem>();
  const update = useMutation(layoutMutations.update(id));
  const dirty = !same(draft, base.draft);
  const take = (next: Tagged<Layout>) => {
    setBase({ draft: draftOf(next.body), etag: next.etag });
    setProblem(undefined);
    setRestoredAt(undefined);
  };
  useKeptCopy(id, stored.body, draft, base.etag, dirty);
  // After a rename from the menu or in another tab, the stored layout is shown as long as there are no edits here.
  if (stored.etag !== base.etag && !dirty && !update.isPending && !problem) {
    take(stored);
    setDraft(draftOf(stored.body));
  }
  const save = async (ifMatch = base.etag): Promise<boolean> => {
    if (update.isPending) return false;
    setProblem(undefined);
    try {
      const { layoutId } = stored.body;
      const next = await update.mutateAsync({ layoutId, name: draft.name.trim(), email: draft.email, ifMatch });
      queries.setQueryData(layoutQueries.one(id, layoutId).queryKey, next);
      take(next);
      setDraft((now) => (same(now, draft) ? draftOf(next.body) : now));
      return true;
    } catch (error) {
      setProblem(problemOf(error));
      return false;
    }
  };
  return {
    draft,
    dirty,
    problem,
    saving: update.isPending,
    change: (next: Partial<Draft>) => setDraft((now) => ({ ...now, ...next })),
    save,
    /** The time of the edits that an earlier page load left, in ms. Undefined without such edits. */
    restoredAt,
    keepRestored: () => setRestoredAt(undefined),
    forgetProblem: () => setProblem(undefined),
    /** Forgets the edits, before the page is left. */
    forget: () => setDraft(base.draft),
    /** Replaces the edits with the stored layout. */
    discard: async () => {
      const next = await queries.fetchQuery({ ...layoutQueries.one(id, stored.body.layoutId), staleTime: 0 });
      take(next);
      setDraft(draftOf(next.body));
    },
  };
}

export type LayoutDraft = ReturnType<typeof useLayoutDraft>;

const placeOf = (environmentId: string, { _id: id }: Layout) => ({ noun: 'layout', environmentId, id }) as const;

/** Returns the copy that an earlier page load left, if it still differs from the stored layout. */
function useCopy(environmentId: string, layout: Layout) {
  const [copy] = useState(() => {
    const found = findCopy(placeOf(environmentId, layout), isDraft);
    return found && !same(found.now, draftOf(layout)) ? found : undefined;
  });
  return copy;
}

function isDraft({ name, email }: Partial<Draft>): boolean {
  return typeof name === 'string' && typeof email?.body === 'string';
}

function useKeptCopy(
  environmentId: string,
  layout: Layout,
  now: Draft,
  etag: string | undefined,
  dirty: boolean,
): void {
  const { noun, id } = placeOf(environmentId, layout);
  useEffect(() => {
    const place = { noun, environmentId, id };
    if (dirty) keepCopy(place, { now, etag, at: Date.now() });
    else dropCopy(place);
  }, [noun, environmentId, id, now, etag, dirty]);
}

function draftOf({ name, controls }: Layout): Draft {
  return { name, email: controls.values.email ?? { body: '', editorType: 'block' } };
}

function same(a: Draft, b: Draft): boolean {
  return a.name === b.name && a.email.body === b.email.body && a.email.editorType === b.email.editorType;
}

/** Returns why a save failed. */
export function problemOf(error: unknown): SaveProblem {
  if (!(error instanceof ApiFailure)) return { message: String(error), inBody: false };
  if (error.statusCode === 412) return { stale: error.body as unknown as StaleLayout };
  const fields = Object.values(error.errors).flatMap(({ messages }) => messages);
  return { message: fields.join(' ') || error.message, inBody: Object.keys(error.errors).includes(BODY) };
}
