/** The actions on a whole block. `pos` is the position where it starts. */
import type { Editor } from '@tiptap/core';
import { NodeSelection, Selection, type Transaction } from '@tiptap/pm/state';

export function setAttribute(editor: Editor, pos: number, name: string, value: unknown): void {
  editor.view.dispatch(editor.state.tr.setNodeAttribute(pos, name, value));
}

/** Whether a block can swap places with the previous (-1) or next (1) one. */
export function canMove(editor: Editor, pos: number, by: -1 | 1): boolean {
  const $pos = editor.state.doc.resolve(pos);
  const index = $pos.index() + by;
  return index >= 0 && index < $pos.parent.childCount;
}

export function move(editor: Editor, pos: number, by: -1 | 1): void {
  if (!canMove(editor, pos, by)) return;
  const { doc, tr } = editor.state;
  const $pos = doc.resolve(pos);
  const node = $pos.parent.child($pos.index());
  const other = $pos.parent.child($pos.index() + by);
  const to = by < 0 ? pos - other.nodeSize : pos + other.nodeSize;
  tr.delete(pos, pos + node.nodeSize).insert(to, node);
  editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, to)).scrollIntoView());
}

export function duplicate(editor: Editor, pos: number): void {
  const { doc, tr } = editor.state;
  const node = doc.nodeAt(pos);
  if (!node) return;
  const to = pos + node.nodeSize;
  editor.view.dispatch(select(tr.insert(to, node), to));
}

export function remove(editor: Editor, pos: number): void {
  const { doc, tr } = editor.state;
  const node = doc.nodeAt(pos);
  if (!node) return;
  const $pos = doc.resolve(pos);
  // Also deletes a parent that would be empty: a list with its last item, columns with their last column.
  if ($pos.depth > 0 && $pos.parent.childCount === 1 && !$pos.parent.canReplace(0, 1)) {
    remove(editor, $pos.before());
    return;
  }
  const emptied = tr.delete(pos, pos + node.nodeSize);
  if (emptied.doc.childCount === 0) emptied.insert(0, editor.schema.node('paragraph'));
  const at = Math.min(pos, emptied.doc.content.size);
  editor.view.dispatch(emptied.setSelection(Selection.near(emptied.doc.resolve(at), -1)).scrollIntoView());
  editor.view.focus();
}

/** Selects the block itself. */
export function selectBlock(editor: Editor, pos: number): void {
  editor.view.dispatch(select(editor.state.tr, pos));
}

function select(tr: Transaction, pos: number): Transaction {
  return tr.setSelection(NodeSelection.create(tr.doc, pos)).scrollIntoView();
}

/** Adds a column after the columns at `pos`. */
export function addColumn(editor: Editor, pos: number): void {
  const { doc, tr, schema } = editor.state;
  const columns = doc.nodeAt(pos);
  if (!columns) return;
  const at = pos + columns.nodeSize - 1;
  tr.insert(at, schema.node('column', null, [schema.node('paragraph')]));
  editor.view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(at + 1))).scrollIntoView());
  editor.view.focus();
}
