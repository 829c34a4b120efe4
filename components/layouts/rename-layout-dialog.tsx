'use client';

import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { Form, TextField } from '#components/form/form.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { layoutMutations } from '#lib/layouts/client.ts';
import type { LayoutDialogProps } from './layout-action.ts';
import { nameSchema } from './layout-form.tsx';

const schema = z.object({ name: nameSchema });

export function RenameLayoutDialog({ layout, onClose }: LayoutDialogProps) {
  const update = useMutation(layoutMutations.update(useEnvironment().id));
  const submit = async ({ name }: z.infer<typeof schema>) => {
    await update.mutateAsync({ layoutId: layout._id, name });
    onClose();
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`Rename ${layout.name}`}
        description={`The identifier stays ${layout.layoutId}, so steps that use the layout are not affected.`}
      >
        <Form
          schema={schema}
          defaultValues={{ name: layout.name }}
          submit="Rename layout"
          onSubmit={submit}
          onCancel={onClose}
        >
          <TextField name="name" label="Name" autoComplete="off" />
        </Form>
      </DialogContent>
    </Dialog>
  );
}
