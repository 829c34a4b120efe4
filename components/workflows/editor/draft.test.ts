import { describe, expect, test } from 'vitest';
import { type DraftStep, sameJson, type WorkflowDefinition, writeBodyOf } from './definition.ts';
import { type Draft, type DraftAction, draftReducer, isDirty, newDraft } from './draft.ts';
import { copyOf, newStep } from './new-step.ts';

const layer = { all: { enabled: true, readOnly: false }, channels: {} };

function step(stepId: string, controls = {}): DraftStep {
  return { stepId, name: stepId.toUpperCase(), type: 'email', controls };
}

function definition(steps: readonly DraftStep[] = [step('a'), step('b'), step('c')]): WorkflowDefinition {
  return {
    workflowId: 'order-shipped',
    name: 'Order shipped',
    description: '',
    tags: ['orders'],
    active: true,
    severity: 'none',
    validatePayload: false,
    payloadSchema: null,
    isTranslationEnabled: false,
    preferences: null,
    defaultPreferences: layer,
    steps,
  };
}

function draftAfter(actions: readonly DraftAction[], start = definition()): Draft {
  return actions.reduce(draftReducer, newDraft(start));
}

const order = ({ now }: Draft) => now.steps.map(({ stepId }) => stepId).join('');

describe('edits', () => {
  test('insert a step at the start, in the middle and at the end', () => {
    const at = (place: number) => order(draftAfter([{ type: 'insert', at: place, step: step('x'), done: 'x' }]));
    expect([at(0), at(1), at(3)]).toEqual(['xabc', 'axbc', 'abcx']);
  });

  test('move a step up and down, but not beyond the ends', () => {
    expect(order(draftAfter([{ type: 'move', stepId: 'c', to: 0 }]))).toBe('cab');
    expect(order(draftAfter([{ type: 'move', stepId: 'a', to: 1 }]))).toBe('bac');
    for (const to of [-1, 3]) {
      const draft = draftAfter([{ type: 'move', stepId: 'a', to }]);
      expect(order(draft)).toBe('abc');
      expect(draft.past).toEqual([]);
    }
  });

  test('of names, controls and settings change nothing else', () => {
    const { now } = draftAfter([
      { type: 'rename', stepId: 'b', name: 'Receipt' },
      { type: 'controls', stepId: 'b', controls: { subject: 'Hi' } },
      { type: 'settings', change: { tags: ['orders', 'parcels'] } },
    ]);
    expect(now.steps).toEqual([step('a'), { ...step('b', { subject: 'Hi' }), name: 'Receipt' }, step('c')]);
    expect(now.tags).toEqual(['orders', 'parcels']);
    expect(now.name).toBe('Order shipped');
  });

  test('of a deleted step change nothing', () => {
    const start = newDraft(definition());
    const gone: DraftAction[] = [
      { type: 'remove', stepId: 'x' },
      { type: 'rename', stepId: 'x', name: 'X' },
      { type: 'controls', stepId: 'x', controls: { body: 'X' } },
      { type: 'move', stepId: 'x', to: 0 },
    ];
    for (const action of gone) expect(draftReducer(start, action)).toBe(start);
  });

  test('without a change are not in the history', () => {
    const start = newDraft(definition([step('a', { subject: 'Hi' })]));
    const same: DraftAction = { type: 'controls', stepId: 'a', controls: { subject: 'Hi', body: undefined } };
    expect(draftReducer(start, same)).toBe(start);
  });
});

describe('dirty', () => {
  test('is a difference from the stored content, whatever the edits were', () => {
    const moved = draftAfter([{ type: 'move', stepId: 'a', to: 1 }]);
    expect(isDirty(moved)).toBe(true);
    expect(isDirty(draftReducer(moved, { type: 'move', stepId: 'a', to: 0 }))).toBe(false);
  });

  test.each<DraftAction>([
    { type: 'settings', change: { active: false } },
    { type: 'settings', change: { payloadSchema: { type: 'object' } } },
    { type: 'settings', change: { preferences: { ...layer, all: { enabled: true, readOnly: true } } } },
    { type: 'rename', stepId: 'a', name: 'New' },
    { type: 'controls', stepId: 'a', controls: { skip: { '==': [1, 1] } } },
    { type: 'remove', stepId: 'c' },
    { type: 'insert', at: 3, step: step('d'), done: 'd' },
  ])('is set by %j', (action) => {
    expect(isDirty(draftAfter([action]))).toBe(true);
    expect(isDirty(draftAfter([action, { type: 'undo' }]))).toBe(false);
  });

  test('compares JSON by its value', () => {
    expect(sameJson({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1, d: undefined })).toBe(true);
    const different: [unknown, unknown][] = [
      [
        [1, 2],
        [2, 1],
      ],
      [{}, []],
      [{ a: null }, {}],
      ['1', 1],
      [null, {}],
    ];
    for (const [one, other] of different) expect(sameJson(one, other), JSON.stringify([one, other])).toBe(false);
  });
});

describe('undo and redo', () => {
  test('go through all edits, and name each', () => {
    let draft = draftAfter([
      { type: 'remove', stepId: 'b' },
      { type: 'move', stepId: 'c', to: 0 },
    ]);
    expect(order(draft)).toBe('ca');
    expect(draft.past.map(({ done }) => done)).toEqual(['Deletion of “B”', 'Move of “C”']);
    draft = draftReducer(draft, { type: 'undo' });
    draft = draftReducer(draft, { type: 'undo' });
    expect(order(draft)).toBe('abc');
    expect(draftReducer(draft, { type: 'undo' })).toBe(draft);
    draft = draftReducer(draft, { type: 'redo' });
    expect(order(draft)).toBe('ac');
  });

  test('undo all typing in one control together, and that in two controls separately', () => {
    const typed = (subject: string, body = ''): DraftAction => ({
      type: 'controls',
      stepId: 'a',
      controls: { subject, ...(body && { body }) },
    });
    const draft = draftAfter([typed('H'), typed('He'), typed('Hey'), typed('Hey', 'Y'), typed('Hey', 'You')]);
    const once = draftReducer(draft, { type: 'undo' });
    expect(once.now.steps[0]?.controls).toEqual({ subject: 'Hey' });
    expect(draftReducer(once, { type: 'undo' }).now.steps[0]?.controls).toEqual({});
  });

  test('lose undone edits after a new edit', () => {
    const draft = draftAfter([
      { type: 'remove', stepId: 'b' },
      { type: 'undo' },
      { type: 'rename', stepId: 'a', name: 'X' },
    ]);
    expect(draft.future).toEqual([]);
  });
});

describe('a save', () => {
  const stored = (steps: readonly DraftStep[]) => ({ ...definition(steps), name: 'As stored' });

  test('takes over the response of the server', () => {
    const draft = draftAfter([{ type: 'insert', at: 3, step: step('d'), done: 'd' }]);
    const answer = stored([...definition().steps, step('d', { subject: '' })]);
    const saved = draftReducer(draft, { type: 'saved', sent: draft.now, stored: answer });
    expect(saved.now).toBe(answer);
    expect(isDirty(saved)).toBe(false);
    expect(saved.past).toHaveLength(1);
  });

  test('keeps edits made during the request', () => {
    const sent = draftAfter([{ type: 'rename', stepId: 'a', name: 'Sent' }]);
    const later = draftReducer(sent, { type: 'controls', stepId: 'b', controls: { subject: 'Later' } });
    const answer = stored(sent.now.steps.map((one) => ({ ...one, controls: { body: '' } })));
    const saved = draftReducer(later, { type: 'saved', sent: sent.now, stored: answer });
    expect(saved.now.name).toBe('As stored');
    expect(saved.now.steps.map(({ controls }) => controls)).toEqual([{ body: '' }, { subject: 'Later' }, { body: '' }]);
    expect(isDirty(saved)).toBe(true);
  });

  test('of another version clears the history', () => {
    const draft = draftAfter([{ type: 'remove', stepId: 'a' }]);
    const loaded = draftReducer(draft, { type: 'loaded', stored: stored([step('z')]) });
    expect(order(loaded)).toBe('z');
    expect(loaded.past).toEqual([]);
    expect(isDirty(loaded)).toBe(false);
  });

  test('sends every field, and identifies steps by their IDs', () => {
    const body = writeBodyOf(draftAfter([{ type: 'rename', stepId: 'b', name: 'Receipt' }]).now);
    expect(body).toMatchObject({ name: 'Order shipped', preferences: { user: null, workflow: layer } });
    expect(body.steps[1]).toEqual({ stepId: 'b', name: 'Receipt', type: 'email', controlValues: {} });
    expect(body).not.toHaveProperty('defaultPreferences');
  });
});

describe('a draft after a reload', () => {
  test('is based on the version that is stored now', () => {
    const left = draftAfter([{ type: 'rename', stepId: 'a', name: 'Mine' }]).now;
    const draft = draftReducer(newDraft({ ...definition(), name: 'Newer' }), { type: 'restored', now: left });
    expect(draft.saved.name).toBe('Newer');
    expect(draft.now.steps[0]?.name).toBe('Mine');
    expect(isDirty(draft)).toBe(true);
  });
});

describe('new steps', () => {
  test('have a unique name and identifier, and the controls of a draft', () => {
    const first = newStep('email', []);
    expect(first).toEqual({ stepId: 'email', name: 'Email', type: 'email', controls: { subject: '', body: '' } });
    const second = newStep('email', [first]);
    expect([second.name, second.stepId]).toEqual(['Email 2', 'email-2']);
  });

  test('are numbered if copied, and share no objects', () => {
    const original = { ...step('receipt', { skip: { '!': [1] } }), name: 'Receipt' };
    const copy = copyOf(original, [original]);
    expect([copy.name, copy.stepId]).toEqual(['Receipt 2', 'receipt-2']);
    expect(copyOf(copy, [original, copy]).name).toBe('Receipt 3');
    expect(copy.controls).toEqual(original.controls);
    expect(copy.controls.skip).not.toBe(original.controls.skip);
  });
});
