'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyFailure } from '#components/form/notify-failure.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogContent, DialogFooter } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { apiKeyMutations } from '#lib/api-keys/client.ts';
import type { ApiKey, Overlap } from '#lib/api-keys/schema.ts';
import { ApiKeyUse } from './api-key-use.tsx';
import { ShownOnce } from './shown-once.tsx';

const options = [
  { value: 'now', label: 'Immediately' },
  { value: '1h', label: 'In 1 hour' },
  { value: '24h', label: 'In 24 hours' },
  { value: '7d', label: 'In 7 days' },
] as const satisfies { value: Overlap; label: string }[];

interface Props {
  apiKey: ApiKey;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Replaces a key with a new key. The old key stays valid until the chosen time. */
export function RotateApiKeyDialog({ apiKey, open, onOpenChange }: Props) {
  const environment = useEnvironment();
  const rotate = useMutation({
    ...apiKeyMutations.rotate(environment.id),
    onError: (error) => notifyFailure(error),
  });
  const [oldKeyEnds, setOldKeyEnds] = useState<Overlap>('24h');
  const change = (next: boolean) => {
    onOpenChange(next);
    if (!next) rotate.reset();
  };
  return (
    <Dialog open={open} onOpenChange={change}>
      {rotate.data ? (
        <DialogContent
          title={rotate.data.name}
          description={`The new key of ${environment.name}. Only its hash is stored.`}
        >
          <ShownOnce value={rotate.data.key} what="API key" onDone={() => change(false)} />
        </DialogContent>
      ) : (
        <DialogContent
          title={`Rotate ${apiKey.name}?`}
          description="You get a new key with the same name, rights and lifetime. Put it into your code before the old key ends."
        >
          <p className="mb-4 text-muted">
            <ApiKeyUse apiKey={apiKey} />
          </p>
          <Field label={`The old key ${apiKey.hint} ends`}>
            {({ id }) => <Select id={id} value={oldKeyEnds} onChange={setOldKeyEnds} options={options} />}
          </Field>
          <DialogFooter>
            <Button onClick={() => change(false)}>Cancel</Button>
            <Button
              variant="primary"
              pending={rotate.isPending}
              onClick={() => rotate.mutate({ apiKeyId: apiKey._id, oldKeyEnds })}
            >
              Rotate key
            </Button>
          </DialogFooter>
        </DialogContent>
      )}
    </Dialog>
  );
}
