import type { JsonObject } from '#lib/json/values.ts';
import { type DraftStep, sameJson, type WorkflowDefinition } from './definition.ts';
import { type StepIds, withIds } from './step-ids.ts';

export type Settings = Omit<WorkflowDefinition, 'steps' | 'workflowId' | 'defaultPreferences'>;

/** A definition that undo restores, and the edit made after it. */
interface Moment {
  definition: WorkflowDefinition;
  /** The edit as text: "Delete “Send the receipt”". */
  done: string;
}

export interface Draft {
  /** The definition as stored on the server. */
  saved: WorkflowDefinition;
  now: WorkflowDefinition;
  past: readonly Moment[];
  future: readonly Moment[];
  /** The place of the last edit. Consecutive edits at the same place are undone together. */
  place: string | undefined;
}

export type DraftAction =
  | { type: 'settings'; change: Partial<Settings> }
  | { type: 'controls'; stepId: string; controls: JsonObject }
  | { type: 'rename'; stepId: string; name: string }
  | { type: 'insert'; at: number; step: DraftStep; done: string }
  | { type: 'move'; stepId: string; to: number }
  | { type: 'remove'; stepId: string }
  | { type: 'undo' }
  | { type: 'redo' }
  /** Changes the IDs of steps, now and in the whole undo history. It does not count as an edit. */
  | { type: 'identify'; ids: StepIds }
  /** A save of `sent` succeeded. Edits made in the meantime are kept. */
  | { type: 'saved'; sent: WorkflowDefinition; stored: WorkflowDefinition }
  /** Another user's version, or an earlier version, replaces everything. */
  | { type: 'loaded'; stored: WorkflowDefinition }
  /** A reload or a crash left a copy, which replaces the draft. */
  | { type: 'restored'; now: WorkflowDefinition };

const pastMaxLength = 100;

export function newDraft(saved: WorkflowDefinition): Draft {
  return { saved, now: saved, past: [], future: [], place: undefined };
}

/** Whether a save would change anything. */
export function isDirty({ now, saved }: Draft): boolean {
  return !sameJson(now, saved);
}

/** Applies all changes of a draft. An edit without effect returns the same draft. */
export function draftReducer(draft: Draft, action: DraftAction): Draft {
  const { now } = draft;
  switch (action.type) {
    case 'settings': {
      const place = `settings ${Object.keys(action.change).join(' ')}`;
      return edited(draft, { ...now, ...action.change }, 'Change of the settings', place);
    }
    case 'controls':
      return editControls(draft, action.stepId, action.controls);
    case 'rename':
      return editStep(draft, action.stepId, { name: action.name }, 'name');
    case 'insert':
      return edited(draft, { ...now, steps: now.steps.toSpliced(action.at, 0, action.step) }, action.done);
    case 'move':
      return move(draft, action.stepId, action.to);
    case 'remove':
      return remove(draft, action.stepId);
    case 'undo':
      return undo(draft);
    case 'redo':
      return redo(draft);
    case 'identify':
      return identified(draft, action.ids);
    case 'saved':
      return { ...draft, saved: action.stored, now: rebased(now, action.sent, action.stored), place: undefined };
    case 'loaded':
      return newDraft(action.stored);
    case 'restored':
      return { ...newDraft(draft.saved), now: action.now };
  }
}

function edited(draft: Draft, now: WorkflowDefinition, done: string, place?: string): Draft {
  if (sameJson(now, draft.now)) return draft;
  const grows = place === undefined || place !== draft.place;
  const past = grows ? [...draft.past, { definition: draft.now, done }].slice(-pastMaxLength) : draft.past;
  return { ...draft, now, past, future: [], place };
}

function editControls(draft: Draft, stepId: string, controls: JsonObject): Draft {
  const before = draft.now.steps.find((step) => step.stepId === stepId)?.controls ?? {};
  const keys = new Set([...Object.keys(before), ...Object.keys(controls)]);
  const changed = [...keys].filter((key) => !sameJson(before[key], controls[key]));
  return editStep(draft, stepId, { controls }, changed.join(' '));
}

function editStep(draft: Draft, stepId: string, change: Partial<DraftStep>, what: string): Draft {
  const { now } = draft;
  const step = now.steps.find((one) => one.stepId === stepId);
  if (!step) return draft;
  const steps = now.steps.map((one) => (one === step ? { ...one, ...change } : one));
  return edited(draft, { ...now, steps }, `Change of “${step.name}”`, `${stepId} ${what}`);
}

function move(draft: Draft, stepId: string, to: number): Draft {
  const { now } = draft;
  const from = now.steps.findIndex((step) => step.stepId === stepId);
  const step = now.steps[from];
  if (!step || to < 0 || to >= now.steps.length) return draft;
  const steps = now.steps.toSpliced(from, 1).toSpliced(to, 0, step);
  return edited(draft, { ...now, steps }, `Move of “${step.name}”`);
}

function remove(draft: Draft, stepId: string): Draft {
  const { now } = draft;
  const step = now.steps.find((one) => one.stepId === stepId);
  if (!step) return draft;
  return edited(draft, { ...now, steps: now.steps.filter((one) => one !== step) }, `Deletion of “${step.name}”`);
}

function identified(draft: Draft, ids: StepIds): Draft {
  const moved = (moment: Moment): Moment => ({ ...moment, definition: withIds(moment.definition, ids) });
  const { past, future } = draft;
  return { ...draft, now: withIds(draft.now, ids), past: past.map(moved), future: future.map(moved), place: undefined };
}

function undo(draft: Draft): Draft {
  const last = draft.past.at(-1);
  if (!last) return draft;
  const future = [...draft.future, { definition: draft.now, done: last.done }];
  return { ...draft, now: last.definition, past: draft.past.slice(0, -1), future, place: undefined };
}

function redo(draft: Draft): Draft {
  const next = draft.future.at(-1);
  if (!next) return draft;
  const past = [...draft.past, { definition: draft.now, done: next.done }];
  return { ...draft, now: next.definition, past, future: draft.future.slice(0, -1), place: undefined };
}

/** Returns the stored definition, with the edits made since it was sent. */
function rebased(now: WorkflowDefinition, sent: WorkflowDefinition, stored: WorkflowDefinition): WorkflowDefinition {
  if (sameJson(now, sent)) return stored;
  const fields = Object.entries(stored).map(([key, value]) => {
    const [mine, was] = [now[key as keyof Settings], sent[key as keyof Settings]];
    return [key, sameJson(mine, was) ? value : mine];
  });
  const steps = now.steps.map((step) => {
    const at = sent.steps.findIndex(({ stepId }) => stepId === step.stepId);
    const answer = stored.steps[at];
    if (!answer) return step;
    return sameJson(step, sent.steps[at]) ? answer : { ...step, stepId: answer.stepId };
  });
  return { ...(Object.fromEntries(fields) as unknown as WorkflowDefinition), steps };
}
