import { type Editor, useEditorState } from '@tiptap/react';
import { ChevronDown } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { Button } from '#components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '#components/ui/dropdown-menu.tsx';

const kinds = [
  { value: '0', label: 'Text' },
  { value: '1', label: 'Heading 1' },
  { value: '2', label: 'Heading 2' },
  { value: '3', label: 'Heading 3' },
] as const;

/** Switches the line between text and headings. */
export function TextKind({ editor }: { editor: Editor }) {
  const level = useEditorState({
    editor,
    selector: ({ editor }) => (editor.isActive('heading') ? String(editor.getAttributes('heading').level) : '0'),
  });
  const label = kinds.find(({ value }) => value === level)?.label ?? 'Heading';
  const change = (value: string) => {
    const chain = editor.chain().focus();
    if (value === '0') chain.setParagraph().run();
    else chain.setHeading({ level: Number(value) as 1 | 2 | 3 }).run();
  };
  return (
    <DropdownMenu>
      <Toolbar.Button asChild>
        <DropdownMenuTrigger asChild>
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Kind of text: ${label}`}
            className="w-24 justify-between pointer-coarse:h-11"
          >
            {label}
            <ChevronDown aria-hidden className="text-faint" />
          </Button>
        </DropdownMenuTrigger>
      </Toolbar.Button>
      <DropdownMenuContent onCloseAutoFocus={(event) => event.preventDefault()} className="min-w-36">
        <DropdownMenuRadioGroup value={level} onValueChange={change}>
          {kinds.map((kind) => (
            <DropdownMenuRadioItem key={kind.value} value={kind.value}>
              {kind.label}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
