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

/** Where the form is opened says what it need not ask. */
export interface EventTarget {
  /** The workflow's identifier, when it is known. Otherwise it is chosen. */
  workflowId?: string;
  /** The subscriberId, when it is known. Otherwise it is entered. */
  subscriberId?: string;
}

interface Props<Result> extends EventTarget {
  mutation: UseMutationOptions<Result, ApiFailure, EventInput>;
  /** What the button does, and does once more. */
  labels: readonly [first: string, again: string];
  /** Whether it did what its button says. Absent: every answer counts. */
  isDone?: (result: Result) => boolean;
  /** Shows the result of the event, of the workflow with the identifier. */
  children: (result: Result, workflowId: string) => ReactNode;
}

/** An event for one subscriber: the workflow, the subscriber, and the payload, at first the workflow's example. */
export function EventForm<Result>(props: Props<Result>) {
  const { workflowId, subscriberId, mutation, labels, isDone = () => true, children } = props;
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
  // Until the example is there, an empty payload would go out in its place.
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

/** Why the event was not accepted, and which of its fields are wrong. */
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

/** What is wrong with the payload comes as a list of whole sentences; with other fields, by their names. */
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
