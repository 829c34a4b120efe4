'use client';

import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { Form, TextField } from '#components/form/form.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { notify } from '#components/ui/notify.ts';
import { suppressionMutations } from '#lib/suppressions/client.ts';

const schema = z.object({
  address: z.string().trim().min(1, 'Enter an email address or a phone number').max(254, 'At most 254 characters'),
  note: z.string().trim().max(500, 'At most 500 characters'),
});

/** Adds an address to the suppression list. A text with @ is an email address; every other text is a phone number. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const { id, name } = useEnvironment();
  const create = useMutation(suppressionMutations.create(id));
  const submit = async ({ address, note }: z.infer<typeof schema>) => {
    const isPhone = !address.includes('@') && /^[+\d]/.test(address);
    await create.mutateAsync({ channel: isPhone ? 'sms' : 'email', address, ...(note && { note }) });
    onClose();
    notify.done(`${address} gets nothing from now on`);
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="Add an address"
        description={`Nothing is sent from ${name} to this address, not even in copy, until it is removed from the list.`}
      >
        <Form
          schema={schema}
          defaultValues={{ address: '', note: '' }}
          submit="Add address"
          onSubmit={submit}
          onCancel={onClose}
        >
          <TextField
            name="address"
            label="Email address or phone number"
            placeholder="jane@example.com"
            autoComplete="off"
            spellCheck={false}
          />
          <TextField name="note" label="Note (optional)" placeholder="By phone" autoComplete="off" />
        </Form>
      </DialogContent>
    </Dialog>
  );
}
