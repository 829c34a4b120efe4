'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { Form, TextField } from '#components/form/form.tsx';
import { useSession } from '#components/layout/session.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { roleDescriptions } from '#lib/auth/labels.ts';
import { canChangeMember, ROLES, type Role, roleNames } from '#lib/auth/permissions.ts';
import { type CreatedInvitation, CreateInvitationBody } from '#lib/invitations/schema.ts';
import { memberMutations } from '#lib/members/client.ts';
import { linkNote } from './link-note.ts';
import { ShownOnce } from './shown-once.tsx';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function InviteDialog({ open, onOpenChange }: Props) {
  const [made, setMade] = useState<CreatedInvitation>();
  const change = (next: boolean) => {
    onOpenChange(next);
    if (!next) setMade(undefined);
  };
  return (
    <Dialog open={open} onOpenChange={change}>
      {made ? (
        <DialogContent title="Share this link" description={linkNote(made)}>
          <ShownOnce value={`${location.origin}${made.path}`} what="invitation link" onDone={() => change(false)} />
        </DialogContent>
      ) : (
        <DialogContent title="Invite a member" description="You get a link to share; no mail server is needed.">
          <InviteForm onMade={setMade} onCancel={() => change(false)} />
        </DialogContent>
      )}
    </Dialog>
  );
}

interface InviteFormProps {
  onMade: (invitation: CreatedInvitation) => void;
  onCancel: () => void;
}

function InviteForm({ onMade, onCancel }: InviteFormProps) {
  const { user } = useSession();
  const invite = useMutation(memberMutations.invite());
  const roles = ROLES.filter((role) => canChangeMember(user.role, role, role));
  return (
    <Form
      schema={CreateInvitationBody}
      defaultValues={{ email: '', role: 'support' as Role }}
      submit="Create invitation link"
      onCancel={onCancel}
      onSubmit={async (values) => onMade(await invite.mutateAsync(values))}
    >
      <TextField name="email" label="Email" type="email" autoComplete="off" />
      <Controller
        name="role"
        render={({ field }) => (
          <Field label="Role" help={roleDescriptions[field.value as Role]}>
            {({ id }) => (
              <Select
                id={id}
                value={field.value as Role}
                onChange={field.onChange}
                options={roles.map((value) => ({ value, label: roleNames[value] }))}
              />
            )}
          </Field>
        )}
      />
    </Form>
  );
}
