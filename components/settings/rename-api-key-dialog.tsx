'use client';

import { useMutation } from '@tanstack/react-query';
import { Form, TextField } from '#components/form/form.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { notify } from '#components/ui/notify.ts';
import { apiKeyMutations } from '#lib/api-keys/client.ts';
import { type ApiKey, UpdateApiKeyBody } from '#lib/api-keys/schema.ts';

interface Props {
  apiKey: ApiKey;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Renames a key. */
export function RenameApiKeyDialog({ apiKey, open, onOpenChange }: Props) {
  const rename = useMutation(apiKeyMutations.rename(useEnvironment().id));
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={`Rename ${apiKey.name}`}
        description="The key and its rights stay: your code does not change."
      >
        <Form
          schema={UpdateApiKeyBody}
          defaultValues={{ name: apiKey.name }}
          submit="Rename"
          onCancel={() => onOpenChange(false)}
          onSubmit={async ({ name }) => {
            await rename.mutateAsync({ apiKeyId: apiKey._id, name });
            notify.done(`The key ${apiKey.hint} is now named ${name}`);
            onOpenChange(false);
          }}
        >
          <TextField name="name" label="Name" autoComplete="off" />
        </Form>
      </DialogContent>
    </Dialog>
  );
}
