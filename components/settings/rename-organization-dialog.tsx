import { useMutation } from '@tanstack/react-query';
import { Form, TextField } from '#components/form/form.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { notify } from '#components/ui/notify.ts';
import { organizationMutations } from '#lib/organizations/client.ts';
import { UpdateOrganizationBody } from '#lib/organizations/schema.ts';

interface Props {
  name: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function RenameOrganizationDialog({ name, open, onOpenChange }: Props) {
  const update = useMutation(organizationMutations.update());
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title="Rename the organization" description="Everyone in the organization sees the new name.">
        <Form
          schema={UpdateOrganizationBody}
          defaultValues={{ name }}
          submit="Rename"
          onCancel={() => onOpenChange(false)}
          onSubmit={async (values) => {
            await update.mutateAsync(values);
            notify.done('The organization was renamed');
            onOpenChange(false);
          }}
        >
          <TextField name="name" label="Name" autoComplete="organization" />
        </Form>
      </DialogContent>
    </Dialog>
  );
}
