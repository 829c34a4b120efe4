'use client';

import type { ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { ComboBox, type ComboOption } from '#components/form/combo-box.tsx';
import { Form, TextField } from '#components/form/form.tsx';
import { ZONES } from '#components/form/zone-options.ts';
import { cn } from '#components/ui/cn.ts';
import { Field } from '#components/ui/field.tsx';
import { inputClass } from '#components/ui/input.tsx';
import { issueText } from '#lib/api/issue-text.ts';
import { CreateSubscriberBody, type Subscriber } from '#lib/subscribers/schema.ts';
import { COMMON_LANGUAGES, languageName } from '#lib/text/language.ts';
import type { EditedField } from './profile-query.ts';

const texts = ['subscriberId', 'firstName', 'lastName', 'email', 'phone', 'locale', 'timezone', 'avatar'] as const;

const fields = z.object({
  ...(Object.fromEntries(texts.map((name) => [name, z.string()])) as Record<(typeof texts)[number], z.ZodString>),
  /** Custom data as JSON. */
  data: z.string(),
});
export type SubscriberFormValues = z.infer<typeof fields>;

/** Validates with the API's rules, after empty fields are converted to missing ones. */
const schema = fields.superRefine((values, ctx) => {
  const body = subscriberBody(values);
  if (body === undefined) {
    ctx.addIssue({ code: 'custom', path: ['data'], message: 'must be JSON, such as {"plan": "pro"}' });
    return;
  }
  for (const issue of CreateSubscriberBody.safeParse(body).error?.issues ?? []) {
    ctx.addIssue({ code: 'custom', path: issue.path, message: issueText(issue).replace('SubscriberId', 'The ID') });
  }
});

/** Returns the values as a request body (spec 4.2): an empty field is null. Undefined if the custom data is not JSON. */
export function subscriberBody({ data, ...values }: SubscriberFormValues): CreateSubscriberBody | undefined {
  const trimmed = texts.map((name) => [name, values[name].trim() || null]);
  try {
    return {
      ...Object.fromEntries(trimmed),
      subscriberId: values.subscriberId.trim(),
      data: data.trim() === '' ? null : JSON.parse(data),
    };
  } catch {
    return undefined;
  }
}

/** Returns only the changed fields, so that other users' changes in the meantime are kept. */
export function changedFields(
  before: SubscriberFormValues,
  after: SubscriberFormValues,
): Partial<CreateSubscriberBody> {
  const body = subscriberBody(after) ?? {};
  const changed = Object.entries(body).filter(([name]) => {
    const field = name as keyof SubscriberFormValues;
    return before[field] !== after[field];
  });
  return Object.fromEntries(changed);
}

export function formValues(subscriber?: Subscriber): SubscriberFormValues {
  const { data } = subscriber ?? {};
  const values = Object.fromEntries(texts.map((name) => [name, subscriber?.[name] ?? '']));
  return {
    ...values,
    data: data && Object.keys(data).length > 0 ? JSON.stringify(data, null, 2) : '',
  } as SubscriberFormValues;
}

interface Props {
  defaultValues: SubscriberFormValues;
  submit: string;
  /** Whether the subscriber exists. The ID of a new subscriber can be chosen. */
  existing?: boolean;
  /** Replaces the help of the ID. */
  idHelp?: ReactNode;
  /** The field to focus first. */
  focus?: EditedField | null;
  onSubmit: (values: SubscriberFormValues) => Promise<unknown>;
  onCancel: () => void;
}

export function SubscriberForm({ defaultValues, submit, existing = false, idHelp, focus = null, ...actions }: Props) {
  const first = (name: EditedField) => ({ name, 'data-focus-first': focus === name || undefined });
  return (
    <Form schema={schema} defaultValues={defaultValues} submit={submit} {...actions}>
      {!existing && (
        <TextField
          name="subscriberId"
          label="Subscriber ID"
          help={idHelp || 'Your product’s ID for this person. It cannot be changed later.'}
          placeholder="user_1042"
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
        />
      )}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField name="firstName" label="First name" autoComplete="off" />
        <TextField name="lastName" label="Last name" autoComplete="off" />
        <TextField {...first('email')} label="Email" type="email" autoComplete="off" />
        <TextField {...first('phone')} label="Phone" type="tel" autoComplete="off" help="With country code: +49…" />
        <SuggestingField {...first('locale')} label="Language" placeholder="en-US" suggestions={languages} />
        <SuggestingField {...first('timezone')} label="Time zone" placeholder="Europe/Berlin" suggestions={ZONES} />
      </div>
      <TextField name="avatar" label="Picture" type="url" placeholder="https://…" autoComplete="off" />
      <DataField />
    </Form>
  );
}

const languages = COMMON_LANGUAGES.map((value) => ({ value, detail: languageName(value) }));

interface SuggestingProps {
  name: EditedField;
  label: string;
  placeholder: string;
  'data-focus-first'?: true | undefined;
  suggestions: readonly ComboOption[];
}

/** A text field with suggestions. Other values can be typed. */
function SuggestingField({ name, label, suggestions, ...props }: SuggestingProps) {
  const { field, fieldState } = useController<SubscriberFormValues>({ name });
  return (
    <Field label={label} error={fieldState.error?.message}>
      {({ id, 'aria-describedby': describedBy, 'aria-invalid': invalid }) => (
        <ComboBox
          {...props}
          {...{ id, describedBy, invalid }}
          ref={field.ref}
          mono={false}
          value={field.value}
          options={suggestions}
          onChange={field.onChange}
          onBlur={field.onBlur}
        />
      )}
    </Field>
  );
}

function DataField() {
  const { register, formState } = useFormContext<SubscriberFormValues>();
  return (
    <Field
      label="Custom data"
      help="A JSON object that templates and conditions read as subscriber.data."
      error={formState.errors.data?.message}
    >
      {(control) => (
        <textarea
          {...control}
          {...register('data')}
          rows={4}
          spellCheck={false}
          placeholder={'{"plan": "pro"}'}
          className={cn(inputClass, 'field-sizing-content h-auto max-h-64 min-h-24 py-2 font-mono text-xs')}
        />
      )}
    </Field>
  );
}
