import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { Form, TextField } from '#components/form/form.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { notify } from '#components/ui/notify.ts';
import { environmentMutations } from '#lib/environments/client.ts';
import type { Environment } from '#lib/environments/schema.ts';

const ReplyAddress = z.object({ replyTo: z.string().trim() });

interface Props {
  environment: Environment;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Changes the address for replies to the emails of an environment. */
export function ReplyAddressDialog({ environment, open, onOpenChange }: Props) {
  const update = useMutation(environmentMutations.update());
  const { _id: environmentId, name, replyTo = '' } = environment;
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={`Reply address of ${name}`}
        description="Used for every email whose step and trigger have no reply address, from the next message on."
      >
        <Form
          schema={ReplyAddress}
          defaultValues={{ replyTo }}
          submit="Save"
          onCancel={() => onOpenChange(false)}
          onSubmit={async (values) => {
            await update.mutateAsync({ environmentId, replyTo: values.replyTo || null });
            notify.done(values.replyTo ? `Replies go to ${values.replyTo}` : 'Replies go to the sender');
            onOpenChange(false);
          }}
        >
          <TextField
            name="replyTo"
            label="Reply address"
            placeholder="Help <help@example.com>"
            help="Leave it empty to send replies to the sender."
            autoComplete="off"
          />
        </Form>
      </DialogContent>
    </Dialog>
  );
}
