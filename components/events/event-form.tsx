'use client';

import { type UseMutationOptions, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { CodeField } from '#components/code/code-field.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { SubscriberPicker, useSubscriberWithId } from '#components/subscribers/subscriber-picker.tsx';
import { failure } from '#components/table/read-error.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Label } from '#components/ui/label.tsx';
import { Select } from '#components/ui/select.tsx';
import type { ApiFailure } from '#lib/api/client.ts';
import type { EventInput } from '#lib/events/client.ts';
import { isObject } from '#lib/json.ts';
import { workflowQueries } from '#lib/workflows/client.ts';

/** The workflow or subscriber that is already known where the form opens, so the form does not ask for it. */
export interface EventTarget {
  /** The workflow's identifier. If undefined, the user chooses a workflow. */
  workflowId?: string;
  /** The `subscriberId`. If undefined, the user enters one. */
  subscriberId?: string;
}

interface Props<Result> extends EventTarget {
  mutation: UseMutationOptions<Result, ApiFailure, EventInput>;
  /** The button's label for the first event, and for each further one. */
  labels: readonly [first: string, again: string];
  /** Whether the event had the intended result. Default: every response counts. */
  isDone?: (result: Result) => boolean;
  /** Shows the event as code. */
  code?: (event: EventInput) => ReactNode;
  /** Shows the result of the event for the workflow with this identifier. */
  children: (result: Result, workflowId: string) => ReactNode;
}

/** The form of an event for one subscriber: workflow, subscriber and payload, which starts as the workflow's example. */
export function EventForm<Result>(props: Props<Result>) {
  const { workflowId, subscriberId, mutation, labels, isDone = () => true, code, children } = props;
  const { id } = useEnvironment();
  const [name, setName] = useState(workflowId ?? '');
  const [to, setTo] = useState(subscriberId ?? '');
  const [written, setWritten] = useState<string>();
  const chosen = useQuery({ ...workflowQueries.one(id, name), enabled: name !== '' });
  const example = chosen.data?.body.payloadExample;
  const text = written ?? (isObject(example) ? JSON.stringify(example, null, 2) : '{}');
  const payload = payloadOf(text);
  const { mutate, reset, isPending: isSent, isSuccess, error, data } = useMutation(mutation);
  const isNamed = name !== '' && to !== '';
  // Until the example is loaded, submitting would send an empty payload instead.
  const isPending = isSent || chosen.isLoading;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (payload && isNamed && !isPending) mutate({ name, to, payload });
      }}
    >
      {workflowId === undefined && (
        <WorkflowChoice
          value={name}
          onChange={(next) => {
            setName(next);
            setWritten(undefined);
            reset(); // the result is about the other one
          }}
        />
      )}
      {subscriberId === undefined && (
        <Recipient
          value={to}
          onChange={(next) => {
            setTo(next);
            reset(); // the result is about the other one
          }}
        />
      )}
      <Payload value={text} onChange={setWritten} isWrong={!payload} />
      <Submit isNamed={isNamed} isWrong={!payload} pending={isPending}>
        {labels[isSuccess && isDone(data) ? 1 : 0]}
      </Submit>
      {error && <EventFailure error={error} />}
      {isSuccess && children(data, name)}
      {payload && isNamed && code?.({ name, to, payload })}
    </form>
  );
}

interface RecipientProps {
  /** A subscriberId; empty if none is chosen. */
  value: string;
  onChange: (subscriberId: string) => void;
}

function Recipient({ value, onChange }: RecipientProps) {
  const chosen = value === '' ? null : value;
  const isNew = useSubscriberWithId(chosen) === null;
  return (
    <div className="flex flex-col gap-1.5">
      <SubscriberPicker
        label="Subscriber"
        placeholder="Name, email, phone or id"
        anyId
        value={chosen}
        onChange={(next) => onChange(next ?? '')}
      />
      <p aria-live="polite" className="text-xs text-faint empty:hidden">
        {isNew && 'No subscriber has this id yet. A trigger creates one, without an email address or phone number.'}
      </p>
    </div>
  );
}

/** The error of a rejected event, and its invalid fields. */
function EventFailure({ error }: { error: ApiFailure }) {
  return (
    <div role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
      <p>{failure(error).message}</p>
      {problemsOf(error).map((problem) => (
        <p key={problem} className="mt-1 text-xs break-words">
          {problem}
        </p>
      ))}
    </div>
  );
}

/** Returns the problems as text. The API lists payload problems as sentences, and other problems by field. */
function problemsOf({ errors }: ApiFailure): string[] {
  if (Array.isArray(errors)) return [...new Set<string>(errors.map(({ message }) => message))];
  return Object.entries(errors).flatMap(([field, { messages }]) => messages.map((message) => `${field}: ${message}`));
}

function WorkflowChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { id } = useEnvironment();
  const workflows = useQuery(workflowQueries.all(id));
  const options = (workflows.data ?? []).map(({ workflowId, name }) => ({ value: workflowId, label: name }));
  return (
    <Field label="Workflow">
      {({ id: control }) => (
        <Select id={control} value={value} onChange={onChange} options={options} placeholder="Choose a workflow" />
      )}
    </Field>
  );
}

interface PayloadProps {
  value: string;
  onChange: (value: string) => void;
  isWrong: boolean;
}

function Payload({ value, onChange, isWrong }: PayloadProps) {
  const label = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <Label id={label}>Payload</Label>
      <CodeField
        value={value}
        onChange={onChange}
        language="json"
        label="Payload"
        labelledBy={label}
        invalid={isWrong}
        maxHeight={180}
      />
      {isWrong && (
        <p role="alert" className="text-xs text-bad">
          The payload must be a JSON object.
        </p>
      )}
    </div>
  );
}

interface SubmitProps {
  isNamed: boolean;
  isWrong: boolean;
  pending: boolean;
  children: ReactNode;
}

function Submit({ isNamed, isWrong, pending, children }: SubmitProps) {
  const denied = useWhyNot('events:trigger');
  const wrong = isWrong ? 'The payload must be a JSON object' : undefined;
  const missing = isNamed ? wrong : 'Name a workflow and a subscriber first';
  return (
    <Button type="submit" variant="primary" pending={pending} disabledReason={denied ?? missing} className="self-start">
      {children}
    </Button>
  );
}

function payloadOf(text: string) {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
