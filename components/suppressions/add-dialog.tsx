'use client';

import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { Form, TextField } from '#components/form/form.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { notify } from '#components/ui/notify.ts';
import { isEmail, isPhone } from '#lib/subscribers/formats.ts';
import { suppressionMutations } from '#lib/suppressions/client.ts';

const schema = z.object({
  address: z
    .string()
    .trim()
    .min(1, 'Enter an email address or a phone number')
    .max(254, 'At most 254 characters')
    .refine(
      (address) => isEmail(address) || isNumber(address),
      'Must be an email address, or a phone number with country code such as +4930123456',
    ),
  note: z.string().trim().max(500, 'At most 500 characters'),
});

/** Whether a text is a phone number. A name without @ is neither number nor address. */
function isNumber(text: string): boolean {
  return isPhone(text) && /^\+?\d/.test(text);
}

/** Adds an address to the suppression list. An address is an email address or a phone number. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const { id, name } = useEnvironment();
  const create = useMutation(suppressionMutations.create(id));
  const submit = async ({ address, note }: z.infer<typeof schema>) => {
    await create.mutateAsync({ channel: isEmail(address) ? 'email' : 'sms', address, ...(note && { note }) });
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
