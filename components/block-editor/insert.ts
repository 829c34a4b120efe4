import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, Selection, type Transaction } from '@tiptap/pm/state';

/** Inserts a block at the cursor: replaces an empty paragraph, otherwise follows the current block. */
export function insertBlock(editor: Editor, json: object): void {
  const node = editor.schema.nodeFromJSON(json);
  const { state, view } = editor;
  const { tr, at } = placed(state, node);
  view.dispatch(selectAt(tr, at, node).scrollIntoView());
  view.focus();
}

function placed({ selection, tr }: EditorState, node: Node): { tr: Transaction; at: number } {
  const { $from, $to } = selection;
  const { parent, depth } = $from;
  if (
    parent.isTextblock &&
    parent.content.size === 0 &&
    canStand(node, $from.node(depth - 1), $from.index(depth - 1))
  ) {
    return { tr: tr.replaceWith($from.before(), $from.after(), node), at: $from.before() };
  }
  for (let level = selection instanceof NodeSelection ? $to.depth : $to.depth - 1; level >= 0; level--) {
    const at = selection instanceof NodeSelection && level === $to.depth ? selection.to : $to.after(level + 1);
    if (canStand(node, $to.node(level), $to.indexAfter(level))) return { tr: tr.insert(at, node), at };
  }
  return { tr: tr.insert(tr.doc.content.size, node), at: tr.doc.content.size };
}

function canStand(node: Node, parent: Node, index: number): boolean {
  return parent.canReplaceWith(index, index, node.type);
}

function selectAt(tr: Transaction, at: number, node: Node): Transaction {
  return tr.setSelection(
    node.isAtom || node.isLeaf ? NodeSelection.create(tr.doc, at) : Selection.near(tr.doc.resolve(at + 1)),
  );
}

/** Moves the cursor to an empty paragraph at the end, and adds one if needed. */
export function goToEnd(editor: Editor): void {
  const { doc, schema } = editor.state;
  const tr = editor.state.tr;
  const last = doc.lastChild;
  if (last?.type.name !== 'paragraph' || last.content.size > 0) tr.insert(doc.content.size, schema.node('paragraph'));
  editor.view.dispatch(tr.setSelection(Selection.atEnd(tr.doc)).scrollIntoView());
  editor.view.focus();
}
