import { type Editor, useEditorState } from '@tiptap/react';
import { ArrowDown, ArrowUp, ChevronRight, CopyPlus, Plus, Trash2 } from 'lucide-react';
import { Fragment } from 'react';
import { Button } from '#components/ui/button.tsx';
import type { JsonObject } from '#lib/json/values.ts';
import { CONTENT_SLOT } from '#lib/rendering/block-document.ts';
import { addColumn, canMove, duplicate, move, remove, selectBlock, setAttribute } from './actions.ts';
import { type Ancestor, nodesAround } from './ancestors.ts';
import { blockLabels } from './labels.ts';
import { variablesAt } from './paths.ts';
import { SettingControl } from './setting-control.tsx';
import { settingsOf } from './settings-fields.ts';

interface Props {
  editor: Editor;
  variables: JsonObject | undefined;
}

/** The settings of the block at the cursor, with a path to the blocks around it. */
export function BlockSettings({ editor, variables }: Props) {
  const ancestors = useEditorState({ editor, selector: ({ editor }) => nodesAround(editor.state) });
  const [block] = ancestors;
  if (!block) return null;
  const legal = variablesAt(variables, ancestors.slice(1));
  const isSlot = block.type === 'variable' && block.attrs.id === CONTENT_SLOT;
  return (
    <aside aria-label="Block settings" className="block-settings">
      <header className="flex flex-wrap items-center justify-between gap-x-2">
        <Way editor={editor} ancestors={ancestors} />
        <Actions editor={editor} block={block} />
      </header>
      {isSlot ? (
        <p className="text-muted">The email of the step appears here. A layout contains this block exactly once.</p>
      ) : (
        settingsOf(block.type).map((field) => (
          <SettingControl
            key={`${block.pos} ${block.type} ${field.name}`}
            field={field}
            value={block.attrs[field.name]}
            variables={legal}
            onChange={(value) => setAttribute(editor, block.pos, field.name, value ?? emptyOf(block, field.name))}
          />
        ))
      )}
      {block.type === 'columns' && (
        <Button onClick={() => addColumn(editor, block.pos)}>
          <Plus aria-hidden />
          Add a column
        </Button>
      )}
      {block.type.startsWith('unknown') && (
        <p className="text-muted">This editor does not support the block. It stays unchanged in the document.</p>
      )}
    </aside>
  );
}

/** Returns the value of an emptied attribute: an empty text if it is required, otherwise null, which removes it. */
function emptyOf({ type }: Ancestor, name: string): string | null {
  return ['text', 'url', 'src', 'each', 'id', 'content'].includes(name) && type !== 'paragraph' ? '' : null;
}

function Way({ editor, ancestors }: { editor: Editor; ancestors: readonly Ancestor[] }) {
  const outer = ancestors.slice(1).reverse();
  return (
    <nav aria-label="Enclosing blocks" className="flex flex-wrap items-center gap-1">
      {outer.map(({ type, pos }) => (
        <Fragment key={pos}>
          <button
            type="button"
            onClick={() => selectBlock(editor, pos)}
            className="rounded-sm text-xs text-muted underline-offset-2 hover:text-fg hover:underline"
          >
            {blockLabels[type] ?? type}
          </button>
          <ChevronRight aria-hidden className="size-3 text-faint" />
        </Fragment>
      ))}
      <h3 className="text-base font-semibold">{blockLabels[ancestors[0]?.type ?? ''] ?? ancestors[0]?.type}</h3>
    </nav>
  );
}

function Actions({ editor, block: { type, pos } }: { editor: Editor; block: Ancestor }) {
  const inline = type === 'variable' || type === 'unknownInline';
  const edge = (by: -1 | 1) =>
    canMove(editor, pos, by) ? undefined : by < 0 ? 'This is the first block.' : 'This is the last block.';
  return (
    <div className="-mr-2 ml-auto flex">
      {!inline && (
        <>
          <Action label="Move up" reason={edge(-1)} onClick={() => move(editor, pos, -1)} icon={ArrowUp} />
          <Action label="Move down" reason={edge(1)} onClick={() => move(editor, pos, 1)} icon={ArrowDown} />
          <Action label="Duplicate" onClick={() => duplicate(editor, pos)} icon={CopyPlus} />
        </>
      )}
      <Action label="Delete" onClick={() => remove(editor, pos)} icon={Trash2} />
    </div>
  );
}

interface ActionProps {
  label: string;
  icon: typeof ArrowUp;
  reason?: string | undefined;
  onClick: () => void;
}

function Action({ label, icon: Icon, reason, onClick }: ActionProps) {
  return (
    <Button variant="ghost" size="icon" aria-label={label} data-tip={label} disabledReason={reason} onClick={onClick}>
      <Icon aria-hidden />
    </Button>
  );
}
