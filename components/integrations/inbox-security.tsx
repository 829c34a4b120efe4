import { GuideLink } from '#components/guides/guide-link.tsx';
import { useEnvironment, useSession } from '#components/layout/session.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { FormSection } from './form-section.tsx';
import type { IntegrationFormState } from './use-integration-form.ts';

const CHOICES = { default: '', always: true, never: false } as const;
type Choice = keyof typeof CHOICES;

/** Whether a page must prove whose inbox it opens. Without a choice, the kind of the environment decides. */
export function InboxSecurity({ form: { values, changeCredential, errors } }: { form: IntegrationFormState }) {
  const { name } = useEnvironment();
  const isProduction = useSession().environment.type === 'prod';
  const { hmac } = values.credentials;
  const chosen: Choice = hmac === true ? 'always' : hmac === false ? 'never' : 'default';
  return (
    <FormSection
      title="Who may open an inbox"
      help={
        <>
          Anyone can read and change the code of a page. With a hash, which your server makes from the subscriber’s ID,
          no one opens the inbox of another person. <GuideLink path="inbox">Guide: embedded inbox</GuideLink>
        </>
      }
    >
      <Field
        label="Hash of the subscriber"
        help={chosen === 'never' ? 'Any page can open the inbox of any subscriber.' : undefined}
        error={errors['credentials.hmac']}
      >
        {(control) => (
          <Select<Choice>
            {...control}
            label="Hash of the subscriber"
            value={chosen}
            options={[
              { value: 'default', label: `Default: ${isProduction ? 'required' : 'not required'} in ${name}` },
              { value: 'always', label: 'Required' },
              { value: 'never', label: 'Not required' },
            ]}
            onChange={(choice) => changeCredential('hmac', CHOICES[choice])}
          />
        )}
      </Field>
    </FormSection>
  );
}
