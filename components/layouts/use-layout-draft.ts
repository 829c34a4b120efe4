import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { ApiFailure, type Tagged } from '#lib/api/client.ts';
import { layoutMutations, layoutQueries } from '#lib/layouts/client.ts';
import type { Layout, LayoutContent } from '#lib/layouts/schema.ts';

/** The additional fields of a 412 response. */
export interface StaleLayout {
  currentVersion: number;
  changedBy: { label: string };
  changedAt: string;
}

export type SaveProblem = { stale: StaleLayout; message?: undefined } | { stale?: undefined; message: string };

interface Draft {
  name: string;
  email: LayoutContent;
}

/** Returns the draft of a layout. Neither a failed save nor a newer stored layout loses the edits. */
export function useLayoutDraft(stored: Tagged<Layout>) {
  const { id } = useEnvironment();
  const queries = useQueryClient();
  const [base, setBase] = useState({ draft: draftOf(stored.body), etag: stored.etag });
  const [draft, setDraft] = useState(base.draft);
  const [problem, setProblem] = useState<SaveProblem>();
  const update = useMutation(layoutMutations.update(id));
  const dirty = !same(draft, base.draft);
  const take = (next: Tagged<Layout>) => {
    setBase({ draft: draftOf(next.body), etag: next.etag });
    setProblem(undefined);
  };
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
    forgetProblem: () => setProblem(undefined),
    /** Replaces the edits with the stored layout. */
    discard: async () => {
      const next = await queries.fetchQuery({ ...layoutQueries.one(id, stored.body.layoutId), staleTime: 0 });
      take(next);
      setDraft(draftOf(next.body));
    },
  };
}

function draftOf({ name, controls }: Layout): Draft {
  return { name, email: controls.values.email ?? { body: '', editorType: 'block' } };
}

function same(a: Draft, b: Draft): boolean {
  return a.name === b.name && a.email.body === b.email.body && a.email.editorType === b.email.editorType;
}

function problemOf(error: unknown): SaveProblem {
  if (!(error instanceof ApiFailure)) return { message: String(error) };
  if (error.statusCode === 412) return { stale: error.body as unknown as StaleLayout };
  const fields = Object.values(error.errors).flatMap(({ messages }) => messages);
  return { message: fields.join(' ') || error.message };
}
