'use client';

import type { ReactNode } from 'react';
import { GuideLink } from '#components/guides/guide-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { takesRateLimit } from '#lib/integrations/rules.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import type { Provider } from '#lib/providers/provider.ts';
import { ConditionsEditor } from './conditions-editor.tsx';
import { CredentialEndField } from './credential-end.tsx';
import { CredentialFields } from './credential-form.tsx';
import { IdentityFields, SandboxField, StateFields } from './form-fields.tsx';
import { Problem } from './form-problem.tsx';
import { FormSection } from './form-section.tsx';
import { InboxSecurity } from './inbox-security.tsx';
import { LimitFields } from './limit-fields.tsx';
import type { IntegrationFormState } from './use-integration-form.ts';

interface Props {
  provider: Provider;
  form: IntegrationFormState;
  /** The stored integration with masked secrets. Undefined for a new one. */
  integration?: Integration;
  /** Whether the first secret gets the focus. */
  focusSecret?: boolean;
  /** The label of the button. */
  submit: string;
  onCancel: () => void;
  /** The meaning of the state after saving. */
  activeHelp: ReactNode;
  /** The effect of conditions on the integration. */
  conditionsHelp: ReactNode;
  revealed?: Readonly<Record<string, unknown>> | undefined;
  onReveal?: () => void;
  /** Replaces the message of the API's error. */
  problem?: ReactNode;
}

/** The form of one integration, generated from the catalogue. Errors are at their fields, and the buttons are always visible. */
export function IntegrationForm({ provider, form, submit, onCancel, problem, ...props }: Props) {
  const { errors, failure } = form;
  const isInbox = provider.channel === 'in_app';
  return (
    <form
      noValidate
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit(event.currentTarget);
      }}
    >
      <div className="flex min-h-0 flex-1 flex-col gap-7 overflow-y-auto px-5 pt-1 pb-6">
        {form.isNew && !isInbox && <SandboxField form={form} />}
        <IdentityFields form={form} />
        {isInbox ? (
          <InboxSecurity form={form} />
        ) : (
          <CredentialFields
            provider={provider}
            form={form}
            integration={props.integration}
            focusSecret={props.focusSecret}
            revealed={props.revealed}
            onReveal={props.onReveal}
          />
        )}
        {hasSecret(provider) && <CredentialEndField form={form} />}
        <StateFields form={form} help={props.activeHelp} hasSandbox={!form.isNew && !isInbox} />
        {takesRateLimit(provider.channel) && <LimitFields form={form} />}
        {provider.kind === 'delivery' && (
          <FormSection
            title="Conditions"
            help={
              <>
                {props.conditionsHelp} <GuideLink path="conditions">Guide: conditions</GuideLink>
              </>
            }
          >
            <ConditionsEditor
              value={form.values.conditions}
              onChange={(conditions) => form.change({ conditions })}
              errors={errors}
            />
          </FormSection>
        )}
        <OtherErrors errors={errors} provider={provider} />
      </div>
      <footer className="flex flex-col gap-3 border-t border-line bg-surface px-5 py-3">
        {problem ?? (failure && <Problem>{failure.message}</Problem>)}
        <div className="flex justify-end gap-2">
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" variant="primary" pending={form.pending}>
            {submit}
          </Button>
        </div>
      </footer>
    </form>
  );
}

function hasSecret({ credentials }: Provider): boolean {
  return credentials.some(({ secret }) => secret);
}

/** API errors for which this form has no field. */
function OtherErrors({ errors, provider }: { errors: IntegrationFormState['errors']; provider: Provider }) {
  const shown = new Set([
    'name',
    'identifier',
    'active',
    'sandbox',
    ...(takesRateLimit(provider.channel) ? ['messagesPerSecond', 'messagesPerDay'] : []),
    ...(hasSecret(provider) ? ['credentialsEndOn'] : []),
    ...provider.credentials.map(({ key }) => `credentials.${key}`),
  ]);
  const rest = Object.entries(errors).filter(
    ([field]) => !shown.has(field) && !/^conditions\.\d+\.children\.\d+\.field$/.test(field),
  );
  if (rest.length === 0) return null;
  return (
    <Problem>
      {rest.map(([field, message]) => (
        <p key={field}>
          {field}: {message}
        </p>
      ))}
    </Problem>
  );
}
