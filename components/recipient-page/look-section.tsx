'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { Form, TextField } from '#components/form/form.tsx';
import { KeepInput } from '#components/form/keep-input.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { SettingsSection } from '#components/settings/settings-page.tsx';
import { notify } from '#components/ui/notify.ts';
import { meQueries } from '#lib/me/client.ts';
import { recipientPageMutations } from '#lib/recipient-page/client.ts';
import type { RecipientPageSettings, UpdateRecipientPageBody } from '#lib/recipient-page/schema.ts';
import { ColorField } from './color-field.tsx';
import { LogoField } from './logo-field.tsx';
import { type LookForm, lookForm } from './look-form.ts';
import { PagePreview } from './page-preview.tsx';

/** Name, colour and logo of the page, with a preview of what is entered. */
export function LookSection({ settings }: { settings: RecipientPageSettings }) {
  const { id } = useEnvironment();
  const denied = useWhyNot('environments:write');
  const organization = useQuery(meQueries.current()).data?.organization.name ?? '';
  const update = useMutation(recipientPageMutations.update(id));
  const { name = '', color = '', logo = '' } = settings;
  const preview = <PagePreview organization={organization} />;
  return (
    <SettingsSection id="look" title="Look" intro="Links that were already sent open pages with the new look too.">
      <Form
        // Resets the form to the stored values.
        key={`${name} ${color} ${logo}`}
        schema={lookForm}
        defaultValues={{ name, color, logo }}
        submit="Save look"
        isCompact
        needsChange
        disabledReason={denied}
        onSubmit={async (values) => {
          await update.mutateAsync(changesOf(values, logo));
          notify.done('The page was changed');
        }}
      >
        <KeepInput />
        <div className="grid gap-6 sm:grid-cols-2">
          <div className="flex flex-col gap-4">
            <TextField
              name="name"
              label="Name"
              placeholder={organization}
              autoComplete="organization"
              help="The name of the sender. Leave it empty to use the name of the organization."
            />
            <ColorField />
            <LogoField />
          </div>
          {preview}
        </div>
      </Form>
    </SettingsSection>
  );
}

function changesOf({ name, color, logo }: LookForm, stored: string): UpdateRecipientPageBody {
  return {
    name: name || null,
    color: color || null,
    ...(logo !== stored && { logo: logo === '' ? null : logo.slice(logo.indexOf(',') + 1) }),
  };
}
