import type { Editor } from '@tiptap/react';
import { Plus } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { DropdownMenu, DropdownMenuTrigger } from '#components/ui/dropdown-menu.tsx';
import { BlockMenu } from './block-menu.tsx';
import { goToEnd } from './insert.ts';

/** The button below the last block. It offers the same blocks as "/", at the end of the document. */
export function AddBlock({ editor, isLayout }: { editor: Editor; isLayout: boolean }) {
  return (
    <div className="mt-3 flex justify-center">
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="sm">
            <Plus aria-hidden />
            Add a block at the end
          </Button>
        </DropdownMenuTrigger>
        <BlockMenu editor={editor} isLayout={isLayout} before={() => goToEnd(editor)} />
      </DropdownMenu>
    </div>
  );
}
