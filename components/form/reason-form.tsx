'use client';

import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '#components/ui/button.tsx';
import { Form, TextField } from './form.tsx';
import { useFirstField } from './use-first-field.ts';

const schema = z.object({
  reason: z.string().trim().min(1, 'Say why, for the audit log').max(500, 'At most 500 characters'),
});

interface Props {
  /** The label of the button. */
  submit: string;
  /** @default "For the audit log" */
  help?: string;
  placeholder: string;
  /** Usual reasons. Each is a button that enters the reason. */
  usual?: readonly string[];
  onSubmit: (reason: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks for the reason of an action that the audit log records. */
export function ReasonForm({ submit, help = 'For the audit log', placeholder, usual = [], onSubmit, onCancel }: Props) {
  const place = useFirstField();
  return (
    <Form
      schema={schema}
      defaultValues={{ reason: '' }}
      submit={submit}
      onSubmit={({ reason }) => onSubmit(reason)}
      onCancel={onCancel}
    >
      <div ref={place}>
        <Reason help={help} placeholder={placeholder} usual={usual} />
      </div>
    </Form>
  );
}

function Reason({ help, placeholder, usual }: { help: string; placeholder: string; usual: readonly string[] }) {
  const { setValue, formState } = useFormContext<z.infer<typeof schema>>();
  const choose = (reason: string, form: HTMLFormElement | null) => {
    setValue('reason', reason, { shouldDirty: true, shouldValidate: formState.isSubmitted });
    // At once: `setFocus` waits for a timer, and until then Enter would press the button again instead of submitting.
    form?.querySelector<HTMLInputElement>('[name=reason]')?.focus();
  };
  return (
    <>
      <TextField
        name="reason"
        label="Reason"
        required
        // The error repeats the help.
        help={formState.errors.reason ? undefined : help}
        placeholder={placeholder}
        autoComplete="off"
      />
      {usual.length > 0 && (
        <fieldset aria-label="Suggestions" className="mt-2 flex flex-wrap gap-1.5">
          {usual.map((reason) => (
            <Button key={reason} size="sm" onClick={({ currentTarget }) => choose(reason, currentTarget.form)}>
              {reason}
            </Button>
          ))}
        </fieldset>
      )}
    </>
  );
}
