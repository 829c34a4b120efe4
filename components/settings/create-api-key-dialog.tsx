'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Form, FormSwitch, TextField } from '#components/form/form.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { apiKeyMutations } from '#lib/api-keys/client.ts';
import { CreateApiKeyBody, type CreatedApiKey } from '#lib/api-keys/schema.ts';
import { ShownOnce } from './shown-once.tsx';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function CreateApiKeyDialog({ open, onOpenChange }: Props) {
  const environment = useEnvironment();
  const create = useMutation(apiKeyMutations.create(environment.id));
  const [made, setMade] = useState<CreatedApiKey>();
  const change = (next: boolean) => {
    onOpenChange(next);
    if (!next) setMade(undefined);
  };
  return (
    <Dialog open={open} onOpenChange={change}>
      {made ? (
        <DialogContent title={made.name} description={`A key of ${environment.name}. Only its hash is stored.`}>
          <ShownOnce value={made.key} what="API key" onDone={() => change(false)} />
        </DialogContent>
      ) : (
        <DialogContent
          title={`Create a key for ${environment.name}`}
          description="Anyone with this key can read and change data in this environment."
        >
          <Form
            schema={CreateApiKeyBody}
            defaultValues={{ name: '', canPublish: false }}
            submit="Create key"
            onCancel={() => change(false)}
            onSubmit={async (values) => setMade(await create.mutateAsync(values))}
          >
            <TextField name="name" label="Name" help="What will use it: “Shop backend”." autoComplete="off" />
            <FormSwitch
              name="canPublish"
              label="May publish"
              help={`With it, the key can copy workflows of ${environment.name} over those of your other environments. Only a release pipeline needs that.`}
            />
          </Form>
        </DialogContent>
      )}
    </Dialog>
  );
}
