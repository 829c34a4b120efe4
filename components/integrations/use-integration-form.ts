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
  /** As it was read, with masked secrets. Absent for a new one. */
  integration?: Integration;
  /** Sends the change. */
  save: (change: IntegrationChange) => Promise<unknown>;
}

export interface IntegrationFormState {
  values: FormValues;
  change: (part: Partial<FormValues>) => void;
  changeCredential: (key: string, value: string | boolean) => void;
  errors: FormErrors;
  /** The integration does not exist yet. */
  isNew: boolean;
  /** The API's error about the request as a whole. */
  failure: ApiFailure | undefined;
  pending: boolean;
  dirty: boolean;
  /** Validates, sends, and shows errors at their fields. */
  submit: (form: HTMLFormElement) => Promise<void>;
}

/** The state of one form. Input stays until it is saved or discarded. */
export function useIntegrationForm({ provider, integration, save }: Options): IntegrationFormState {
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
  const submit = async (form: HTMLFormElement) => {
    setFailure(undefined);
    const problems = formErrors(values, provider, integration);
    if (Object.keys(problems).length > 0) return showProblems(problems, form);
    setPending(true);
    try {
      await save(changeOf(values, provider, integration));
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const fields = Object.entries(error.errors).map(([field, { messages }]) => [field, messages.join(' ')]);
      if (fields.length === 0) setFailure(error);
      else showProblems(Object.fromEntries(fields), form);
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
    submit,
  };
}

/** The errors without those of the fields that just changed. Conditions are compared by row. */
function without(errors: FormErrors, changed: readonly string[]): FormErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => !changed.some((key) => field === key || field.startsWith(`${key}.`))),
  );
}
