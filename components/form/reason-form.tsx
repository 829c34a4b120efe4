'use client';

import { z } from 'zod';
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
  onSubmit: (reason: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks for the reason of an action that the audit log records. */
export function ReasonForm({ submit, help = 'For the audit log', placeholder, onSubmit, onCancel }: Props) {
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
        <TextField name="reason" label="Reason" help={help} placeholder={placeholder} autoComplete="off" />
      </div>
    </Form>
  );
}
