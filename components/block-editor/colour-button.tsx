import { type Editor, useEditorState } from '@tiptap/react';
import { Baseline } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#components/ui/popover.tsx';
import { ColourInput } from './colour-input.tsx';
import { cssColour } from './css.ts';
import { toolClass } from './tool.tsx';

/** Dark enough for small text on white. */
const swatches = [
  { name: 'Ink', value: '#111827' },
  { name: 'Grey', value: '#6b7280' },
  { name: 'Red', value: '#b91c1c' },
  { name: 'Amber', value: '#b45309' },
  { name: 'Green', value: '#15803d' },
  { name: 'Blue', value: '#1d4ed8' },
  { name: 'Violet', value: '#6d28d9' },
  { name: 'White', value: '#ffffff' },
] as const;

/** Sets the colour of the selected text. */
export function ColourButton({ editor }: { editor: Editor }) {
  const [open, setOpen] = useState(false);
  const colour = useEditorState({
    editor,
    selector: ({ editor }) => (editor.getAttributes('textStyle').color as string | null | undefined) ?? null,
  });
  const set = (color: string | null) => {
    if (color === null) editor.chain().unsetMark('textStyle').run();
    else editor.chain().setMark('textStyle', { color }).run();
  };
  const choose = (color: string | null) => {
    set(color);
    setOpen(false);
    editor.commands.focus();
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <Toolbar.Button asChild>
        <PopoverTrigger type="button" aria-label="Text colour" data-tip="Text colour" className={toolClass}>
          <Baseline aria-hidden style={{ color: cssColour(colour) }} />
        </PopoverTrigger>
      </Toolbar.Button>
      <PopoverContent
        aria-label="Text colour"
        onCloseAutoFocus={(event) => event.preventDefault()}
        className="flex w-60 flex-col gap-3 p-3"
      >
        <div className="flex flex-wrap gap-1.5">
          {swatches.map(({ name, value }) => (
            <button
              key={value}
              type="button"
              aria-label={name}
              aria-pressed={colour === value}
              data-tip={name}
              onClick={() => choose(value)}
              style={{ background: value }}
              className="size-6 rounded-md border border-line-strong aria-pressed:outline-2 aria-pressed:outline-offset-1 aria-pressed:outline-accent pointer-coarse:size-9"
            />
          ))}
        </div>
        <ColourInput label="Another colour" value={colour} onChange={set} />
        <Button
          size="sm"
          disabledReason={colour === null ? 'The text has the default colour.' : undefined}
          onClick={() => choose(null)}
        >
          Remove colour
        </Button>
      </PopoverContent>
    </Popover>
  );
}
