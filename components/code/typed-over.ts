/** Typing a text that completion has already inserted moves over it instead of inserting it twice. */
import { startCompletion } from '@codemirror/autocomplete';
import { type EditorState, type Extension, Prec, StateField, type TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** The cursor position directly after the dot that a completion inserted, otherwise -1. */
const afterDot = StateField.define<number>({
  create: () => -1,
  update(at, transaction) {
    const { head } = transaction.state.selection.main;
    if (transaction.isUserEvent('input.complete'))
      return transaction.state.sliceDoc(head - 1, head) === '.' ? head : -1;
    return transaction.docChanged || transaction.selection ? -1 : at;
  },
});

export const typedOver: Extension = [
  afterDot,
  // Has to run before the extensions that insert the closing part.
  Prec.highest(
    EditorView.inputHandler.of((view, from, to, text) => {
      const change = from === to ? goingOver(view.state, from, text) : undefined;
      if (!change) return false;
      view.dispatch(change);
      if (text === '.') startCompletion(view);
      return true;
    }),
  ),
];

/** Returns the cursor move that replaces typing the text at `at`. Undefined if the text must be inserted. */
export function goingOver(state: EditorState, at: number, text: string): TransactionSpec | undefined {
  if (text === '.') return state.field(afterDot, false) === at ? moveTo(at) : undefined;
  const isOver = text === '%' ? isBefore(state, at, '%}') : text === '}' && isBefore(state, at, '}', '%');
  return isOver && isInTag(state.sliceDoc(0, at)) ? moveTo(at + 1) : undefined;
}

function moveTo(at: number): TransactionSpec {
  return { selection: { anchor: at }, userEvent: 'select' };
}

function isBefore(state: EditorState, at: number, after: string, before = ''): boolean {
  return state.sliceDoc(at - before.length, at + after.length) === before + after;
}

/** Whether a tag is open at the end of the text. */
function isInTag(text: string): boolean {
  const opened = text.lastIndexOf('{%');
  return opened >= 0 && text.indexOf('%}', opened + 2) < 0;
}
