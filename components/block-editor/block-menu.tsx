import type { Editor } from '@tiptap/react';
import { DropdownMenuContent, DropdownMenuItem } from '#components/ui/dropdown-menu.tsx';
import { choicesFor, lacksSlot } from './catalogue.ts';

interface Props {
  editor: Editor;
  isLayout: boolean;
  /** Runs before the block is inserted. */
  before?: (() => void) | undefined;
}

/** A menu of all blocks that can be inserted. */
export function BlockMenu({ editor, isLayout, before }: Props) {
  return (
    // The inserted block gets the focus, not the button that opened the menu.
    <DropdownMenuContent
      onCloseAutoFocus={(event) => event.preventDefault()}
      className="max-h-80 w-96 max-w-[calc(100vw-16px)]"
    >
      <Choices editor={editor} isLayout={isLayout} before={before} />
    </DropdownMenuContent>
  );
}

/** Separate from the menu, so that the document is read when the menu opens. */
function Choices({ editor, isLayout, before }: Props) {
  return choicesFor('', isLayout && lacksSlot(editor.state.doc)).map(({ id, label, hint, icon: Icon, insert }) => (
    <DropdownMenuItem
      key={id}
      onSelect={() => {
        before?.();
        insert(editor);
      }}
    >
      <Icon aria-hidden className="text-muted" />
      <span className="shrink-0">{label}</span>
      <span className="ml-auto truncate text-xs text-faint">{hint}</span>
    </DropdownMenuItem>
  ));
}
