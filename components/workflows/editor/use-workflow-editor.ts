import { useEffect, useEffectEvent, useMemo, useReducer, useState } from 'react';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { askToPause } from '#components/workflows/list/ask-to-pause.tsx';
import type { Tagged } from '#lib/api/client.ts';
import type { Workflow } from '#lib/workflows/schema.ts';
import { definitionOf, type WorkflowDefinition, writeBodyOf } from './definition.ts';
import { type Draft, draftReducer, isDirty, newDraft } from './draft.ts';
import { type DraftCopy, dropCopy, findCopy, keepCopy } from './draft-copy.ts';
import { editorSteps } from './editor-steps.ts';
import { idsFromNames, withIds } from './step-ids.ts';
import { useAnalysis } from './use-analysis.ts';
import { usePlace } from './use-place.ts';
import { useSave } from './use-save.ts';

/** Returns the edited workflow: the draft, its analysis, and all actions on it. */
export function useWorkflowEditor(loaded: Tagged<Workflow>) {
  const environment = useEnvironment();
  const readOnly = useWhyNot('workflows:write');
  const copy = useCopy(environment.id, loaded.body, readOnly);
  const [base, setBase] = useState<Tagged<Workflow>>({ ...loaded, ...(copy && { etag: copy.etag }) });
  const [draft, dispatch] = useReducer(draftReducer, undefined, () => startOf(loaded.body, copy));
  const [restoredAt, setRestoredAt] = useState(copy?.at);
  const dirty = useMemo(() => isDirty(draft), [draft]);
  const saving = useSave({
    environmentId: environment.id,
    workflowId: base.body.workflowId,
    onStored: (stored, sent) => {
      setBase(stored);
      setRestoredAt(undefined);
      dispatch({ type: 'saved', sent, stored: definitionOf(stored.body) });
    },
  });
  const load = (next: Tagged<Workflow>) => {
    setBase(next);
    setRestoredAt(undefined);
    saving.forget();
    dispatch({ type: 'loaded', stored: definitionOf(next.body) });
  };
  useServer({ loaded, base, busy: dirty || saving.saving, onReread: setBase, onNewer: load });
  useKeptCopy(environment.id, base, draft, dirty);
  const body = useMemo(() => writeBodyOf(draft.now), [draft.now]);
  const analysis = useAnalysis(environment.id, base.body, body, dirty);
  const rejected = saving.failure?.kind === 'rejected' ? saving.failure.fields : noFields;
  const steps = useMemo(
    () => editorSteps(draft.now, analysis.result, rejected),
    [draft.now, analysis.result, rejected],
  );
  const place = usePlace(base.body.steps);
  /** Returns the definition to save. At the first save, steps get IDs from their names. */
  const settled = () => {
    const ids = idsFromNames(draft.now, draft.saved);
    if (ids.size === 0) return draft.now;
    dispatch({ type: 'identify', ids });
    place.follow(ids);
    return withIds(draft.now, ids);
  };
  return {
    workflow: base.body,
    definition: draft.now,
    /** The draft as the body of a save. */
    body,
    steps,
    analysis,
    rejected,
    readOnly,
    dirty,
    saving: saving.saving,
    failure: saving.failure,
    forgetFailure: saving.forget,
    restoredAt,
    keepRestored: () => setRestoredAt(undefined),
    undoable: draft.past.at(-1)?.done,
    redoable: draft.future.at(-1)?.done,
    dispatch,
    place,
    save: () => saving.save(settled(), base.etag),
    /** Overwrites a version that another user saved. That version stays in the list of versions. */
    overwrite: (version: number) => saving.save(settled(), `"${version}"`),
    setActive: (active: boolean) => {
      const set = () => saving.activate(draft.now, active);
      if (dirty) dispatch({ type: 'settings', change: { active } });
      else void (active ? set() : askToPause([base.body], environment, set));
    },
    /** Restores the stored workflow. */
    discard: () => load(loaded),
  };
}

export type WorkflowEditorState = ReturnType<typeof useWorkflowEditor>;

const noFields: never[] = [];

function startOf(workflow: Workflow, copy: DraftCopy<WorkflowDefinition> | undefined): Draft {
  const draft = newDraft(definitionOf(workflow));
  return copy ? draftReducer(draft, { type: 'restored', now: copy.now }) : draft;
}

/** Returns the copy that an earlier page load left, if it still differs from the stored workflow. */
function useCopy(environmentId: string, workflow: Workflow, readOnly: string | undefined) {
  const [copy] = useState(() => {
    const place = { noun: 'workflow', environmentId, id: workflow._id } as const;
    const isUsable = ({ steps }: Partial<WorkflowDefinition>) => Array.isArray(steps);
    const found = readOnly === undefined ? findCopy(place, isUsable) : undefined;
    return found && isDirty(startOf(workflow, found)) ? found : undefined;
  });
  return copy;
}

interface Followed {
  loaded: Tagged<Workflow>;
  base: Tagged<Workflow>;
  /** Whether there are unsaved changes, or a save is in progress. */
  busy: boolean;
  /** Called when the same version was read again, because its integrations may have changed. */
  onReread: (next: Tagged<Workflow>) => void;
  onNewer: (next: Tagged<Workflow>) => void;
}

/** Follows changes on the server. A newer version waits until there are no unsaved changes. */
function useServer({ loaded, base, busy, onReread, onNewer }: Followed): void {
  const follow = useEffectEvent(() => {
    if (loaded.body === base.body) return;
    if (versionOf(loaded) === versionOf(base)) onReread(loaded);
    else if (!busy) onNewer(loaded);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the response or the draft's state changes
  useEffect(() => follow(), [loaded, busy]);
}

function versionOf({ etag, body }: Tagged<Workflow>): string {
  return etag ?? body.updatedAt;
}

function useKeptCopy(environmentId: string, base: Tagged<Workflow>, { now }: Draft, dirty: boolean): void {
  const id = base.body._id;
  useEffect(() => {
    const place = { noun: 'workflow', environmentId, id } as const;
    if (dirty) keepCopy(place, { now, etag: base.etag, at: Date.now() });
    else dropCopy(place);
  }, [environmentId, id, base.etag, now, dirty]);
}
