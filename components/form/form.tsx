'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { CircleAlert } from 'lucide-react';
import dynamic from 'next/dynamic';
import type { ComponentProps, ReactNode } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  useController,
  useForm,
  useFormContext,
} from 'react-hook-form';
import { z } from 'zod';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { Field } from '#components/ui/field.tsx';
import { fieldSentence } from '#components/ui/field-sentence.ts';
import { Input } from '#components/ui/input.tsx';
import { useClosingQuestion } from '#components/ui/keep-open.ts';
import { PasswordInput } from '#components/ui/password-input.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { ApiFailure } from '#lib/api/client.ts';
import { referenceOf } from '#lib/api/error-reference.ts';
import { askToDiscard } from './discard.ts';
import { SwitchField } from './switch-field.tsx';

const RequestReference = dynamic(() =>
  import('#components/request-log/request-reference.tsx').then((module) => module.RequestReference),
);

// The content security policy forbids compiling code in the browser.
z.config({ jitless: true });

interface Props<T extends FieldValues> {
  schema: z.ZodType<T, T>;
  defaultValues: DefaultValues<T>;
  onSubmit: (values: T) => Promise<unknown>;
  /** The label of the button: "Sign in", "Change password". */
  submit: string;
  /** Closes the dialog of the form without a change. With typed input, the user confirms first. */
  onCancel?: () => void;
  /** Why the form cannot be submitted. */
  disabledReason?: string | undefined;
  /** Whether the button is as wide as its label, for forms in a page. By default it fills the form. */
  isCompact?: boolean;
  /** Whether the button is disabled until a value is changed. */
  needsChange?: boolean;
  children: ReactNode;
}

/**
 * The base of every form. The schema validates; field errors of the API appear at their fields, other errors above the
 * button.
 */
export function Form<T extends FieldValues>({
  schema,
  defaultValues,
  onSubmit,
  submit,
  onCancel,
  disabledReason,
  isCompact = false,
  needsChange = false,
  children,
}: Props<T>) {
  const form = useForm<T>({ resolver: zodResolver(schema), defaultValues });
  const { errors, isSubmitting, isDirty } = form.formState;
  const leave = useClosingQuestion(isDirty, askToDiscard);
  const unchanged = needsChange && !isDirty ? 'Nothing was changed' : undefined;
  // Before hydration, the browser itself would submit the form, so the button is disabled, and `post` prevents values in the URL.
  const isHydrated = useHydrated();
  const run = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values);
    } catch (error) {
      const rest = spread(error, values, (field, message) => form.setError(field, { message }, { shouldFocus: true }));
      if (rest) form.setError('root', { message: rest, type: referenceOf(error) ?? '' });
    }
  });
  return (
    <FormProvider {...form}>
      <form
        method="post"
        // Enter in a field submits although the button is busy.
        onSubmit={(event) => (isSubmitting ? event.preventDefault() : run(event))}
        noValidate
        className="flex flex-col gap-4"
      >
        {children}
        {errors.root?.message && (
          <p role="alert" className="flex items-start gap-2 rounded-md bg-bad-soft px-3 py-2 text-bad">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span>
              {errors.root.message}
              {errors.root.type && <RequestReference id={String(errors.root.type)} />}
            </span>
          </p>
        )}
        <div
          className={cn('layer-footer flex', onCancel && 'justify-end gap-2', !onCancel && !isCompact && 'flex-col')}
        >
          {onCancel && <Button onClick={() => leave(onCancel)}>Cancel</Button>}
          <Button
            type="submit"
            variant="primary"
            disabled={!isHydrated}
            pending={isSubmitting}
            disabledReason={disabledReason ?? unchanged}
            className="justify-center"
          >
            {submit}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'name'> {
  name: string;
  label: string;
  help?: ReactNode;
}

export function TextField({ name, label, help, ...props }: TextFieldProps) {
  const { register, formState } = useFormContext();
  const message = formState.errors[name]?.message;
  const Control = props.type === 'password' ? PasswordInput : Input;
  return (
    <Field
      label={label}
      required={props.required}
      help={help}
      error={typeof message === 'string' ? message : undefined}
    >
      {(control) => <Control {...props} {...control} {...register(name)} />}
    </Field>
  );
}

interface FormSwitchProps {
  name: string;
  label: string;
  help?: ReactNode;
}

export function FormSwitch({ name, label, help }: FormSwitchProps) {
  const { field, fieldState } = useController<Record<string, boolean>>({ name });
  return (
    <SwitchField
      label={label}
      help={help}
      error={fieldState.error?.message}
      checked={field.value ?? false}
      onChange={field.onChange}
    />
  );
}

/** Assigns each API error to the field with its name. Returns the errors without a field. */
function spread<T extends FieldValues>(
  error: unknown,
  values: T,
  set: (field: Path<T>, message: string) => void,
): string | undefined {
  if (!(error instanceof ApiFailure)) throw error;
  let placed = false;
  const loose: string[] = [];
  for (const [field, { messages }] of Object.entries(error.errors)) {
    const text = fieldSentence(messages.join(' '));
    if (field in values) {
      set(field as Path<T>, text);
      placed = true;
    } else if (text) loose.push(text);
  }
  return loose.join(' ') || (placed ? undefined : error.message);
}
