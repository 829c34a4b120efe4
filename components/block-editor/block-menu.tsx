import type { Editor } from '@tiptap/react';
import { DropdownMenuContent, DropdownMenuItem } from '#components/ui/dropdown-menu.tsx';
import { choicesFor } from './catalogue.ts';

interface Props {
  editor: Editor;
  isLayout: boolean;
  /** Runs before the block is inserted. */
  before?: () => void;
}

/** A menu of all blocks that can be inserted. */
export function BlockMenu({ editor, isLayout, before }: Props) {
  return (
    // The inserted block gets the focus, not the button that opened the menu.
    <DropdownMenuContent onCloseAutoFocus={(event) => event.preventDefault()} className="max-h-80 w-64">
      {choicesFor('', isLayout).map(({ id, label, hint, icon: Icon, insert }) => (
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
      ))}
    </DropdownMenuContent>
  );
}
