import { EditorState } from '@codemirror/state';
import { describe, expect, test } from 'vitest';
import { goingOver, typedOver } from './typed-over.ts';

/** A state with the cursor at `^`. */
function at(text: string): EditorState {
  const anchor = text.indexOf('^');
  return EditorState.create({ doc: text.replace('^', ''), selection: { anchor }, extensions: typedOver });
}

/** The text after typing, one key after the other, with the cursor as `^`. */
function typed(start: EditorState, keys: string): string {
  const end = [...keys].reduce((state, key) => {
    const { head } = state.selection.main;
    const inserted = { changes: { from: head, insert: key }, selection: { anchor: head + 1 }, userEvent: 'input.type' };
    return state.update(goingOver(state, head, key) ?? inserted).state;
  }, start);
  const { head } = end.selection.main;
  return `${end.sliceDoc(0, head)}^${end.sliceDoc(head)}`;
}

describe('the end of a tag that was inserted', () => {
  test.each([
    ['{%^%}', ' if payload.x %} b', '{% if payload.x %} b^'],
    ['a {%^%} b', ' endif %}', 'a {% endif %}^ b'],
    ['{%^%}', '- if x -%}', '{%- if x -%}^'],
    ['{%^%}', '%}', '{%%}^'],
    // Only characters that completion inserted are typed over.
    ['{% if x %}^%}', '%}', '{% if x %}%}^%}'],
    ['50^%}', '%', '50%^%}'],
    ['{% if x ^', '%}', '{% if x %}^'],
  ])('%s and then %s is %s', (start, keys, end) => expect(typed(at(start), keys)).toBe(end));
});

describe('the dot that a completion inserted', () => {
  const completed = (text: string, insert: string) => {
    const state = at(text);
    const { head } = state.selection.main;
    const selection = { anchor: head + insert.length };
    return state.update({ changes: { from: head, insert }, selection, userEvent: 'input.complete' }).state;
  };

  test('is not typed twice', () => {
    expect(typed(completed('{{ steps.^ }}', 'digest.'), '.events')).toBe('{{ steps.digest.events^ }}');
  });

  test('replaces one typed dot, and only directly after the completion', () => {
    expect(typed(completed('{{ ^ }}', 'payload.'), '..')).toBe('{{ payload..^ }}');
    expect(typed(completed('{{ ^ }}', 'payload.'), 'a.b')).toBe('{{ payload.a.b^ }}');
    expect(typed(completed('{{ ^ }}', 'name'), '.')).toBe('{{ name.^ }}');
    expect(typed(at('{{ (1.^5) }}'), '.')).toBe('{{ (1..^5) }}');
  });
});
