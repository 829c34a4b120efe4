import { type Editor, useEditorState } from '@tiptap/react';
import { Link } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#components/ui/popover.tsx';
import { toolClass } from './tool.tsx';

/** Makes the selected text a link, changes the link at the cursor, or removes it. */
export function LinkButton({ editor }: { editor: Editor }) {
  const [open, setOpen] = useState(false);
  const { isLink, href, empty } = useEditorState({
    editor,
    selector: ({ editor }) => ({
      isLink: editor.isActive('link'),
      href: String(editor.getAttributes('link').href ?? ''),
      empty: editor.state.selection.empty,
    }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const address = String(new FormData(event.currentTarget).get('href')).trim();
    setOpen(false);
    if (address === '') editor.chain().focus().extendMarkRange('link').unsetMark('link').run();
    else if (empty && !isLink) editor.chain().focus().insertContent(linked(address)).run();
    else editor.chain().focus().extendMarkRange('link').setMark('link', { href: address }).run();
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <Toolbar.Button asChild>
        <PopoverTrigger type="button" aria-label="Link" data-tip="Link" aria-pressed={isLink} className={toolClass}>
          <Link aria-hidden />
        </PopoverTrigger>
      </Toolbar.Button>
      <PopoverContent
        onCloseAutoFocus={(event) => event.preventDefault()}
        className="w-80 max-w-[calc(100vw-16px)] p-3"
      >
        <form onSubmit={submit} className="flex flex-col gap-3">
          <Field label="Address" help="A web address, mailto: or tel:, or a variable such as {{ payload.url }}.">
            {(control) => (
              <Input {...control} name="href" defaultValue={href} placeholder="https://" className="font-mono" />
            )}
          </Field>
          <div className="flex justify-end gap-2">
            {isLink && (
              <Button
                onClick={() => {
                  setOpen(false);
                  editor.chain().focus().extendMarkRange('link').unsetMark('link').run();
                }}
              >
                Remove link
              </Button>
            )}
            <Button type="submit" variant="primary">
              {isLink ? 'Change link' : 'Add link'}
            </Button>
          </div>
        </form>
      </PopoverContent>
    </Popover>
  );
}

/** Returns the text that is inserted without a selection: the address as a link to itself. */
function linked(href: string) {
  return { type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] };
}
