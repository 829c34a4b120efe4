'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { ReasonForm } from '#components/form/reason-form.tsx';
import { useReader } from '#components/layout/first-paint.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { notify } from '#components/ui/notify.ts';
import { suppressionMutations, suppressionQueries } from '#lib/suppressions/client.ts';
import type { Suppression } from '#lib/suppressions/schema.ts';
import { absoluteTime } from '#lib/time/time.ts';
import { causeText, nextText } from './removal-text.ts';

interface Props {
  suppression: Suppression;
  onClose: () => void;
}

/** Shows what happens next if the address is removed, and asks for the reason. */
export function RemoveDialog({ suppression, onClose }: Props) {
  const { id } = useEnvironment();
  const { zone } = useReader();
  const { _id: suppressionId, address, words, note } = suppression;
  const effect = useQuery({ ...suppressionQueries.one(id, suppressionId), staleTime: 0 });
  const remove = useMutation(suppressionMutations.remove(id));
  const since = absoluteTime(suppression.createdAt, zone);
  const submit = async (reason: string) => {
    await remove.mutateAsync({ suppressionId, reason });
    onClose();
    notify.done(`${address} was removed from the suppression list`);
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={`Remove ${address}?`} className="max-w-lg">
        <div className="mb-4 flex flex-col gap-2 text-pretty wrap-anywhere text-muted">
          <p>
            {causeText(suppression, since)}
            {(words ?? note) && (
              <>
                {' '}
                <q className="text-fg">{words ?? note}</q>
              </>
            )}
          </p>
          <p role="status" className="text-fg">
            {nextText(suppression, effect.data, since)}
          </p>
          <p>
            Messages that were skipped are not sent later. Another hard bounce or complaint suppresses the address
            again.
          </p>
        </div>
        <ReasonForm
          submit="Remove address"
          placeholder="Her mailbox works again"
          onSubmit={submit}
          onCancel={onClose}
        />
      </DialogContent>
    </Dialog>
  );
}
