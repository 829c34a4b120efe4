import { expect, test } from 'vitest';
import type { DraftStep, WorkflowDefinition } from './definition.ts';
import { draftReducer, newDraft } from './draft.ts';
import { newStep } from './new-step.ts';
import { idsFromNames, withIds } from './step-ids.ts';

const step = (stepId: string, name: string, controls = {}): DraftStep => ({ stepId, name, type: 'sms', controls });
const workflow = (...steps: DraftStep[]) => ({ workflowId: 'w', steps }) as unknown as WorkflowDefinition;

const ids = (now: WorkflowDefinition, saved = workflow()) => [...idsFromNames(now, saved)];

test('a renamed new step gets its ID from the name', () => {
  expect(ids(workflow(step('sms', 'Text Jane')))).toEqual([['sms', 'text-jane']]);
  expect(ids(workflow({ ...newStep('delay', []), name: 'Wait' }))).toEqual([['delay', 'wait']]);
});

test('a saved step keeps its ID, and so does a step whose name results in the same ID or none', () => {
  const saved = workflow(step('sms', 'SMS'));
  expect(ids(workflow(step('sms', 'Text Jane')), saved)).toEqual([]);
  expect(ids(workflow(step('sms', 'SMS'), step('sms-2', 'SMS 2')))).toEqual([]);
  expect(ids(workflow(step('sms', '短信')))).toEqual([]);
});

test('a step that another step refers to keeps its ID', () => {
  const later = step('b', 'B', { body: 'Seen: {{ steps.sms.seen }}' });
  expect(ids(workflow(step('sms', 'Text Jane'), later))).toEqual([]);
});

test('step IDs stay unique', () => {
  expect(ids(workflow(step('a', 'Text'), step('b', 'Text'), step('text', 'Other')))).toEqual([
    ['a', 'text-2'],
    ['b', 'text-3'],
    ['text', 'other'],
  ]);
  const swapped = workflow(step('one', 'Two'), step('two', 'One'));
  expect(withIds(swapped, new Map([...idsFromNames(swapped, workflow())])).steps.map(({ stepId }) => stepId)).toEqual([
    'two-2',
    'one',
  ]);
});

test('an undo after a save keeps the ID of the saved step', () => {
  const start = newDraft(workflow());
  const edits = [
    { type: 'insert', at: 0, step: step('sms', 'SMS'), done: '' },
    { type: 'rename', stepId: 'sms', name: 'Text Jane' },
    { type: 'controls', stepId: 'sms', controls: { body: 'Hi' } },
  ] as const;
  const edited = edits.reduce(draftReducer, start);
  const renamed = draftReducer(edited, { type: 'identify', ids: idsFromNames(edited.now, edited.saved) });
  const stored = draftReducer(renamed, { type: 'saved', sent: renamed.now, stored: renamed.now });
  const undone = draftReducer(stored, { type: 'undo' });
  expect(undone.now.steps).toEqual([step('text-jane', 'Text Jane')]);
  expect(draftReducer(undone, { type: 'redo' }).now).toEqual(renamed.now);
});
