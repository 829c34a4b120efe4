'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { Form } from '#components/form/form.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { RadioTile } from '#components/ui/radio-tile.tsx';
import { layoutMutations } from '#lib/layouts/client.ts';
import { layoutAddress } from './address.ts';
import { identifierSchema, LayoutNames, nameSchema } from './layout-form.tsx';

const schema = z.object({ name: nameSchema, layoutId: identifierSchema, editorType: z.enum(['block', 'html']) });
type Values = z.infer<typeof schema>;

/** Asks for name, identifier and editor, and opens the new layout. */
export function NewLayoutDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { id, base } = useEnvironment();
  const router = useRouter();
  const create = useMutation(layoutMutations.create(id));
  const submit = async (values: Values) => {
    const made = await create.mutateAsync(values);
    onOpenChange(false);
    router.push(layoutAddress(base, made.layoutId));
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="New layout"
        description="The layout starts with your organization’s name, a place for the content and a footer."
      >
        <Form
          schema={schema}
          defaultValues={{ name: '', layoutId: '', editorType: 'block' }}
          submit="Create layout"
          onSubmit={submit}
          onCancel={() => onOpenChange(false)}
        >
          <LayoutNames />
          <EditorChoice />
        </Form>
      </DialogContent>
    </Dialog>
  );
}

const editors = [
  { value: 'block', label: 'Blocks', hint: 'Text, images and buttons, arranged in the editor' },
  { value: 'html', label: 'HTML', hint: 'Your own markup with {{ content }} in it' },
] as const;

function EditorChoice() {
  const { register } = useFormContext<Values>();
  return (
    <fieldset>
      <legend className="mb-1.5 text-xs font-medium">Written as</legend>
      <div className="grid grid-cols-2 gap-1.5">
        {editors.map(({ value, label, hint }) => (
          <RadioTile key={value} value={value} {...register('editorType')} className="flex-col gap-0.5 py-2">
            <span className="font-medium">{label}</span>
            <span className="text-xs text-faint">{hint}</span>
          </RadioTile>
        ))}
      </div>
    </fieldset>
  );
}
