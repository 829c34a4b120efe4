/** Keeps a selected button, image or variable while the user types: only the delete keys remove it. */
import { Extension } from '@tiptap/core';
import { NodeSelection, Plugin, PluginKey, Selection, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

export const KeepNodes = Extension.create({
  name: 'keepNodes',
  priority: 900,
  addProseMirrorPlugins() {
    return [
      new Plugin({
        key: new PluginKey('keepNodes'),
        props: {
          handleTextInput: (view, _from, _to, text) => {
            if (!stepBehind(view)) return false;
            view.dispatch(view.state.tr.insertText(text));
            return true;
          },
          handleKeyDown: (view, event) => {
            const { selection } = view.state;
            // After a block, Enter already makes a paragraph.
            if (event.key === 'Enter' && selection instanceof NodeSelection && selection.node.isInline)
              stepBehind(view);
            return false;
          },
        },
      }),
    ];
  },
});

/** Moves the cursor after the selected node; after a block it adds a paragraph. False when no node is selected. */
function stepBehind(view: EditorView): boolean {
  const { selection, tr, schema } = view.state;
  if (!(selection instanceof NodeSelection)) return false;
  const { to, node } = selection;
  if (node.isInline) view.dispatch(tr.setSelection(TextSelection.create(tr.doc, to)));
  else {
    tr.insert(to, schema.node('paragraph'));
    view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(to + 1))));
  }
  return true;
}
