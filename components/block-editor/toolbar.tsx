import { type Editor, useEditorState } from '@tiptap/react';
import { Bold, Braces, Italic, List, ListOrdered, Plus, Redo2, Undo2 } from 'lucide-react';
import { Toolbar as Primitive } from 'radix-ui';
import { Button } from '#components/ui/button.tsx';
import { DropdownMenu, DropdownMenuTrigger } from '#components/ui/dropdown-menu.tsx';
import { BlockMenu } from './block-menu.tsx';
import { ColourButton } from './colour-button.tsx';
import { LinkButton } from './link-button.tsx';
import { MoreFormats } from './more-formats.tsx';
import { TextKind } from './text-kind.tsx';
import { Divider, Tool } from './tool.tsx';

const marks = [
  { mark: 'bold', label: 'Bold', icon: Bold },
  { mark: 'italic', label: 'Italic', icon: Italic },
] as const;

interface Props {
  editor: Editor;
  isLayout: boolean;
  /** Whether the cursor has been in the document, so that the formats are those at the cursor. */
  isEntered: boolean;
}

/** Formats the selected text. The toolbar is one Tab stop; arrow keys move between its tools. */
export function Toolbar({ editor, isLayout, isEntered }: Props) {
  const now = useEditorState({ editor, selector: ({ editor }) => stateOf(editor) });
  const run = () => editor.chain().focus();
  return (
    <Primitive.Root
      aria-label="Text and blocks"
      className="sticky top-12 z-10 flex flex-wrap items-center rounded-t-lg border-b border-line bg-surface p-1"
    >
      <DropdownMenu>
        <Primitive.Button asChild>
          <DropdownMenuTrigger asChild>
            <Button variant="ghost" size="sm" className="pointer-coarse:h-11">
              <Plus aria-hidden />
              Insert
            </Button>
          </DropdownMenuTrigger>
        </Primitive.Button>
        <BlockMenu editor={editor} isLayout={isLayout} />
      </DropdownMenu>
      <Tool label="Insert a variable" icon={Braces} onPress={() => run().insertContent('{{').run()} />
      <Divider />
      <TextKind editor={editor} />
      {marks.map(({ mark, label, icon }) => (
        <Tool
          key={mark}
          label={label}
          icon={icon}
          pressed={isEntered && now[mark]}
          onPress={() => run().toggleMark(mark).run()}
        />
      ))}
      <LinkButton editor={editor} />
      <ColourButton editor={editor} />
      <MoreFormats editor={editor} now={now} />
      <Divider />
      <Tool
        label="Bullet list"
        icon={List}
        pressed={isEntered && now.bulletList}
        onPress={() => run().toggleBulletList().run()}
      />
      <Tool
        label="Numbered list"
        icon={ListOrdered}
        pressed={isEntered && now.orderedList}
        onPress={() => run().toggleOrderedList().run()}
      />
      <Divider />
      <Tool label="Undo" icon={Undo2} disabled={!now.canUndo} onPress={() => run().undo().run()} />
      <Tool label="Redo" icon={Redo2} disabled={!now.canRedo} onPress={() => run().redo().run()} />
    </Primitive.Root>
  );
}

function stateOf(editor: Editor) {
  const { textAlign } = editor.getAttributes(editor.isActive('heading') ? 'heading' : 'paragraph');
  return {
    bold: editor.isActive('bold'),
    italic: editor.isActive('italic'),
    underline: editor.isActive('underline'),
    strike: editor.isActive('strike'),
    code: editor.isActive('code'),
    bulletList: editor.isActive('bulletList'),
    orderedList: editor.isActive('orderedList'),
    align: (textAlign as string | null | undefined) ?? 'left',
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
  };
}
