'use client';

import { ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { GuideLink } from '#components/guides/guide-link.tsx';
import { Field } from '#components/ui/field.tsx';
import { FoldButton } from '#components/ui/fold-button.tsx';
import { Select } from '#components/ui/select.tsx';
import type { Integration } from '#lib/integrations/schema.ts';
import { withLabels } from '#lib/providers/catalogue/field-label.ts';
import type { CredentialChoice, CredentialField, Provider } from '#lib/providers/provider.ts';
import { isNeeded } from '#lib/providers/required-fields.ts';
import { toWireName } from '#lib/providers/service-name.ts';
import { choiceKeys, chosenOption, withOption } from './credential-choice.ts';
import { CredentialControl } from './credential-control.tsx';
import { DraftTest } from './draft-test.tsx';
import { FormSection } from './form-section.tsx';
import { AvailabilityNote } from './provider-availability.tsx';
import type { IntegrationFormState } from './use-integration-form.ts';

interface Props {
  provider: Provider;
  form: IntegrationFormState;
  /** The stored integration with masked secrets. Undefined for a new one. */
  integration?: Integration | undefined;
  /** Whether the first secret gets the focus. */
  focusSecret?: boolean | undefined;
  revealed?: Readonly<Record<string, unknown>> | undefined;
  onReveal?: (() => void) | undefined;
}

/** One input per credential of the catalogue. */
export function CredentialFields({ provider, form, integration, focusSecret = false, revealed, onReveal }: Props) {
  const { displayName, docsLink, choice } = provider;
  const credentials = withLabels(provider.credentials);
  const secrets = focusSecret ? credentials.filter(({ secret }) => secret) : [];
  // Objects, such as options that may hold secrets, rarely contain the expired secret.
  const focused = secrets.find(({ type }) => type !== 'object') ?? secrets[0];
  const help = credentials.length === 0 ? `${displayName} needs no credentials.` : 'Secrets are encrypted at rest.';
  const stored: Record<string, unknown> | undefined = integration?.credentials;
  const switches = choiceKeys(choice);
  const first = credentials.find(({ key }) => switches.has(key));
  // A value that is stored is shown, so that it can be removed.
  const isShown = ({ key, unread }: CredentialField) => !unread || isStored(key);
  const isStored = (key: string) => stored?.[key] !== undefined && stored[key] !== '';
  const shown = credentials.filter((field) => isShown(field) && (!switches.has(field.key) || field === first));
  const advanced = shown.filter((field) => field.advanced);
  const has = (key: string) => (form.values.credentials[key] ?? '') !== '';
  const control = (field: CredentialField) => {
    if (choice && field === first)
      return <ChoiceControl key={field.key} field={field.key} provider={provider} choice={choice} form={form} />;
    const plain = revealed?.[field.key];
    return (
      <CredentialControl
        key={field.key}
        field={{ ...field, required: !form.values.sandbox && isNeeded(field, has) }}
        value={form.values.credentials[field.key] ?? ''}
        onChange={(value) => form.changeCredential(field.key, value)}
        error={form.errors[`credentials.${field.key}`]}
        revealed={plain === undefined ? undefined : typeof plain === 'string' ? plain : JSON.stringify(plain, null, 2)}
        onReveal={onReveal}
        autoFocus={field === focused}
        replacedBy={credentials.find(({ key }) => key === field.unless)?.displayName}
      />
    );
  };
  return (
    <FormSection
      title="Credentials"
      help={
        <>
          {help}{' '}
          {provider.deliverable && (
            <>
              <GuideLink path={`providers/${toWireName(provider.id)}`}>Where to find the values</GuideLink>
              {docsLink && ' · '}
            </>
          )}
          {docsLink && (
            <a
              href={docsLink}
              target="_blank"
              rel="noreferrer"
              className="inline-flex items-center gap-1 rounded-sm text-accent-text underline underline-offset-2"
            >
              {displayName} documentation
              <ExternalLink aria-hidden className="size-3.5" />
            </a>
          )}
        </>
      }
    >
      <AvailabilityNote provider={provider} />
      {shown.filter(({ advanced }) => !advanced).map(control)}
      {advanced.length > 0 && (
        <AdvancedFields fields={advanced} form={form}>
          {advanced.map(control)}
        </AdvancedFields>
      )}
      <DraftTest provider={provider} form={form} integrationId={integration?._id} />
    </FormSection>
  );
}

interface ChoiceProps {
  /** The key of the first switch. Errors of the choice have this key. */
  field: string;
  provider: Provider;
  choice: CredentialChoice;
  form: IntegrationFormState;
}

/** Several switches as one choice. */
function ChoiceControl({ field, provider, choice, form: { values, changeCredential, errors } }: ChoiceProps) {
  const { displayName, description, isExplicit, options } = choice;
  const required = isExplicit === true && !values.sandbox;
  return (
    <Field label={displayName} required={required} help={description} error={errors[`credentials.${field}`]}>
      {({ id }) => (
        <Select
          id={id}
          label={required ? `${displayName} (required)` : displayName}
          placeholder="Choose"
          value={chosenOption(choice, values.credentials)?.name ?? ''}
          options={options.map(({ name }) => ({ value: name, label: name }))}
          onChange={(name) => {
            const option = options.find((each) => each.name === name);
            const changed = option ? withOption(provider, values.credentials, option) : {};
            for (const [key, value] of Object.entries(changed))
              if (value !== values.credentials[key]) changeCredential(key, value);
          }}
        />
      )}
    </Field>
  );
}

interface AdvancedProps {
  fields: readonly CredentialField[];
  form: IntegrationFormState;
  children: ReactNode;
}

/** Rarely needed fields, folded unless one of them has a value or an error. */
function AdvancedFields({ fields, form: { values, errors }, children }: AdvancedProps) {
  const [unfolded, setUnfolded] = useState(() => fields.some(({ key }) => Boolean(values.credentials[key])));
  const isOpen = unfolded || fields.some(({ key }) => errors[`credentials.${key}`] !== undefined);
  return (
    <div className="flex flex-col gap-4">
      <FoldButton
        open={isOpen}
        onFold={setUnfolded}
        className="flex items-center gap-1.5 self-start rounded-sm py-1 font-medium text-muted hover:text-fg"
      >
        Advanced
      </FoldButton>
      {isOpen && <div className="flex flex-col gap-4 border-l border-line pl-4">{children}</div>}
    </div>
  );
}
