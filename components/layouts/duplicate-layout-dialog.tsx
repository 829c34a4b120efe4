'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { z } from 'zod';
import { Form } from '#components/form/form.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { layoutMutations } from '#lib/layouts/client.ts';
import { layoutAddress } from './address.ts';
import type { LayoutDialogProps } from './layout-action.ts';
import { identifierSchema, LayoutNames, nameSchema } from './layout-form.tsx';

const schema = z.object({ name: nameSchema, layoutId: identifierSchema });

/** Creates a copy with another name and identifier, and opens it. */
export function DuplicateLayoutDialog({ layout, onClose }: LayoutDialogProps) {
  const { id, base } = useEnvironment();
  const router = useRouter();
  const duplicate = useMutation(layoutMutations.duplicate(id));
  const submit = async (body: z.infer<typeof schema>) => {
    const made = await duplicate.mutateAsync({ layoutId: layout._id, body });
    onClose();
    router.push(layoutAddress(base, made.layoutId));
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`Duplicate ${layout.name}`}
        description="No step uses the copy until you select the copy in the step."
      >
        <Form
          schema={schema}
          defaultValues={{ name: `${layout.name} (copy)`, layoutId: `${layout.layoutId}-copy` }}
          submit="Duplicate layout"
          onSubmit={submit}
          onCancel={onClose}
        >
          <LayoutNames />
        </Form>
      </DialogContent>
    </Dialog>
  );
}
