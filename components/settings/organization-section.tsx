'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form, TextField } from '#components/form/form.tsx';
import { useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { notify } from '#components/ui/notify.ts';
import { Truncate } from '#components/ui/truncate.tsx';
import { meQueries } from '#lib/me/client.ts';
import { organizationMutations } from '#lib/organizations/client.ts';
import { UpdateOrganizationBody } from '#lib/organizations/schema.ts';
import { SettingsSection } from './settings-page.tsx';

/** The organization's name, which an owner can change. */
export function OrganizationSection() {
  const me = useQuery(meQueries.current());
  const denied = useWhyNot('organizations:write');
  const [renaming, setRenaming] = useState(false);
  const name = me.data?.organization.name;
  if (name === undefined) return null;
  return (
    <SettingsSection id="organization" title="Organization" intro="Invitations and reset links show its name.">
      <div className="flex items-center gap-4 rounded-lg border border-line bg-surface px-3 py-2">
        <Truncate value={name} className="min-w-0 flex-1 font-medium" />
        <Button size="sm" disabledReason={denied} onClick={() => setRenaming(true)}>
          Rename
        </Button>
      </div>
      <RenameDialog key={name} name={name} open={renaming} onOpenChange={setRenaming} />
    </SettingsSection>
  );
}

interface Props {
  name: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function RenameDialog({ name, open, onOpenChange }: Props) {
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
