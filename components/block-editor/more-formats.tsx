import type { Editor } from '@tiptap/react';
import { AlignCenter, AlignLeft, AlignRight, Check, Code, Ellipsis, Strikethrough, Underline } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#components/ui/dropdown-menu.tsx';
import { toolClass } from './tool.tsx';

const marks = [
  { mark: 'underline', label: 'Underline', icon: Underline },
  { mark: 'strike', label: 'Strikethrough', icon: Strikethrough },
  { mark: 'code', label: 'Code', icon: Code },
] as const;

const alignments = [
  { align: 'left', label: 'Align left', icon: AlignLeft },
  { align: 'center', label: 'Align centre', icon: AlignCenter },
  { align: 'right', label: 'Align right', icon: AlignRight },
] as const;

interface Props {
  editor: Editor;
  /** The formats at the cursor. */
  now: Record<(typeof marks)[number]['mark'], boolean> & { align: string };
}

/** The formats that are rarely needed, in a menu, so that the toolbar is one line next to the preview. */
export function MoreFormats({ editor, now }: Props) {
  return (
    <DropdownMenu>
      <Toolbar.Button asChild>
        <DropdownMenuTrigger asChild>
          <button type="button" aria-label="More formats" data-tip="More formats" className={toolClass}>
            <Ellipsis aria-hidden />
          </button>
        </DropdownMenuTrigger>
      </Toolbar.Button>
      <DropdownMenuContent onCloseAutoFocus={(event) => event.preventDefault()} className="min-w-44">
        {marks.map(({ mark, label, icon: Icon }) => (
          <DropdownMenuItem
            key={mark}
            role="menuitemcheckbox"
            aria-checked={now[mark]}
            onSelect={() => editor.chain().focus().toggleMark(mark).run()}
          >
            <Icon aria-hidden className="text-muted" />
            <span className="flex-1">{label}</span>
            {now[mark] && <Check aria-hidden className="text-accent-text" />}
          </DropdownMenuItem>
        ))}
        <DropdownMenuSeparator />
        <DropdownMenuRadioGroup
          value={now.align}
          onValueChange={(align) => alignText(editor, align === 'left' ? null : align)}
        >
          {alignments.map(({ align, label, icon: Icon }) => (
            <DropdownMenuRadioItem key={align} value={align}>
              <Icon aria-hidden className="text-muted" />
              {label}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function alignText(editor: Editor, textAlign: string | null) {
  editor.chain().focus().updateAttributes('paragraph', { textAlign }).updateAttributes('heading', { textAlign }).run();
}
