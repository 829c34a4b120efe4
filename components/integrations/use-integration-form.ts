'use client';

import { useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiFailure } from '#lib/api/client.ts';
import type { IntegrationChange } from '#lib/integrations/client.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import type { Provider } from '#lib/providers/provider.ts';
import { changeOf, type FormErrors, type FormValues, formErrors, formValues, isSame } from './form-values.ts';

interface Options {
  provider: Provider;
  /** The stored integration with masked secrets. Undefined for a new one. */
  integration?: Integration;
  /** The integrations of the environment. */
  others: readonly Integration[];
  /** Sends the change. */
  save: (change: IntegrationChange) => Promise<unknown>;
}

export interface IntegrationFormState {
  values: FormValues;
  change: (part: Partial<FormValues>) => void;
  changeCredential: (key: string, value: string | boolean) => void;
  errors: FormErrors;
  /** Whether the integration does not exist yet. */
  isNew: boolean;
  /** The API's error about the request as a whole. */
  failure: ApiFailure | undefined;
  pending: boolean;
  dirty: boolean;
  /** Shows the API's errors at their fields. Returns whether the error names fields. */
  showErrors: (error: unknown, form: HTMLFormElement) => boolean;
  /** Validates, sends, and shows errors at their fields. */
  submit: (form: HTMLFormElement) => Promise<void>;
}

/** Returns the state of one form. Input is kept until it is saved or discarded. */
export function useIntegrationForm({ provider, integration, others, save }: Options): IntegrationFormState {
  const [first] = useState(() => formValues(provider, integration));
  const [values, setValues] = useState(first);
  const [errors, setErrors] = useState<FormErrors>({});
  const [failure, setFailure] = useState<ApiFailure>();
  const [pending, setPending] = useState(false);
  const change = (part: Partial<FormValues>) => {
    setValues((before) => ({ ...before, ...part }));
    setErrors((before) => without(before, Object.keys(part)));
  };
  const changeCredential = (key: string, value: string | boolean) => {
    setValues((before) => ({ ...before, credentials: { ...before.credentials, [key]: value } }));
    setErrors((before) => without(before, [`credentials.${key}`]));
  };
  const showProblems = (next: FormErrors, form: HTMLFormElement) => {
    flushSync(() => {
      setErrors(next);
      setPending(false);
    });
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  const showErrors = (error: unknown, form: HTMLFormElement) => {
    const fields = error instanceof ApiFailure ? Object.entries(error.errors) : [];
    if (fields.length === 0) return false;
    showProblems(Object.fromEntries(fields.map(([field, { messages }]) => [field, messages.join(' ')])), form);
    return true;
  };
  const submit = async (form: HTMLFormElement) => {
    setFailure(undefined);
    const problems = formErrors(values, provider, integration, others);
    if (Object.keys(problems).length > 0) return showProblems(problems, form);
    setPending(true);
    try {
      await save(changeOf(values, provider, integration));
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      if (!showErrors(error, form)) setFailure(error);
    } finally {
      setPending(false);
    }
  };
  return {
    values,
    isNew: !integration,
    change,
    changeCredential,
    errors,
    failure,
    pending,
    dirty: !isSame(values, first),
    showErrors,
    submit,
  };
}

/** Returns the errors of the fields that have not changed. Errors of conditions are removed by row. */
function without(errors: FormErrors, changed: readonly string[]): FormErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => !changed.some((key) => field === key || field.startsWith(`${key}.`))),
  );
}
