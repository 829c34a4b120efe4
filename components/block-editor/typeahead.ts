/** Detects "/" and "{{" before the cursor. The menus themselves are React components. */
import { Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';

export interface Typing {
  kind: 'block' | 'variable';
  /** Start of the text that the choice replaces. */
  from: number;
  to: number;
  /** The text typed after the trigger characters. */
  typed: string;
}

interface State {
  typing: Typing | undefined;
  /** The position where Escape closed the menu. The menu stays closed at this position. */
  dismissed: number | undefined;
}

const key = new PluginKey<State>('typeahead');

/** Returns the text being typed, if a menu should be open. */
export function typingIn(state: EditorState): Typing | undefined {
  return key.getState(state)?.typing;
}

/** Closes the menu until "/" or "{{" is typed again. */
export function dismiss(tr: Transaction): Transaction {
  return tr.setMeta(key, 'dismiss');
}

interface Options {
  /** The open menu's key handler. Returns true when it handled the key. */
  onKey: (event: KeyboardEvent) => boolean;
}

export const Typeahead = Extension.create<Options>({
  name: 'typeahead',
  priority: 1000,
  addOptions: () => ({ onKey: () => false }),
  addProseMirrorPlugins() {
    const { onKey } = this.options;
    return [
      new Plugin<State>({
        key,
        state: {
          init: () => ({ typing: undefined, dismissed: undefined }),
          apply: (tr, before, _, state) => next(tr, before, state),
        },
        props: { handleKeyDown: (view, event) => typingIn(view.state) !== undefined && onKey(event) },
      }),
    ];
  },
});

function next(tr: Transaction, before: State, state: EditorState): State {
  const found = read(state);
  if (tr.getMeta(key) === 'dismiss') return { typing: undefined, dismissed: found?.from };
  const dismissed = before.dismissed === undefined ? undefined : tr.mapping.map(before.dismissed, -1);
  // Only typing opens the menu, not a click behind text that ends with the trigger characters.
  const isTyped = tr.docChanged || before.typing !== undefined;
  if (!found || found.from === dismissed || !isTyped) return { typing: undefined, dismissed: found && dismissed };
  return { typing: found, dismissed: undefined };
}

function read({ selection }: EditorState): Typing | undefined {
  const { $from, empty } = selection;
  if (!empty || !$from.parent.isTextblock) return undefined;
  const before = $from.parent.textBetween(
    Math.max(0, $from.parentOffset - 80),
    $from.parentOffset,
    undefined,
    '\u{fffc}',
  );
  const match = /\{\{\s*([\w.-]*)$/.exec(before) ?? /(?<=^|\s)\/([\w-]{0,20})$/.exec(before);
  if (!match) return undefined;
  const kind = match[0].startsWith('/') ? 'block' : 'variable';
  return { kind, from: $from.pos - match[0].length, to: $from.pos, typed: match[1] ?? '' };
}
