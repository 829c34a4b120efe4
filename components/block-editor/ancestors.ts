import type { EditorState } from '@tiptap/pm/state';
import { NodeSelection } from '@tiptap/pm/state';

/** A block or inline node that is selected or contains the selection. */
export interface Ancestor {
  type: string;
  pos: number;
  attrs: Record<string, unknown>;
}

/** Returns the nodes at the cursor, innermost first, without the document itself. */
export function nodesAround({ selection }: EditorState): Ancestor[] {
  const { $from } = selection;
  const chain: Ancestor[] = [];
  if (selection instanceof NodeSelection) {
    chain.push({ type: selection.node.type.name, pos: selection.from, attrs: selection.node.attrs });
  }
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth);
    chain.push({ type: node.type.name, pos: $from.before(depth), attrs: node.attrs });
  }
  return chain;
}
