'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { CodeField } from '#components/code/code-field.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { SubscriberPicker } from '#components/subscribers/subscriber-picker.tsx';
import { failure } from '#components/table/read-error.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Label } from '#components/ui/label.tsx';
import { Select } from '#components/ui/select.tsx';
import { dryRunMutations } from '#lib/events/client.ts';
import type { DryRunResult } from '#lib/events/dry-run-schema.ts';
import { isObject } from '#lib/json.ts';
import { workflowQueries } from '#lib/workflows/client.ts';
import { DryRunSteps } from './dry-run-steps.tsx';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The workflow's identifier, when it is known. Otherwise it is chosen. */
  workflowId?: string;
  /** The subscriberId, when it is known. Otherwise it is entered. */
  subscriberId?: string;
  /** Both in words, where they are known: "Sign-in code for Jane Cooper". */
  about?: string;
}

/** Says what a trigger would do, step by step, without doing it. */
export function DryRunDialog({ open, onOpenChange, about, ...given }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={about === undefined ? 'Dry run' : `Dry run: ${about}`}
        description="What a trigger would do now, step by step. Nothing is written and nothing is sent."
        className="max-w-2xl"
      >
        <DryRun {...given} />
      </DialogContent>
    </Dialog>
  );
}

function DryRun({ workflowId, subscriberId }: Pick<Props, 'workflowId' | 'subscriberId'>) {
  const { id } = useEnvironment();
  const [name, setName] = useState(workflowId ?? '');
  const [to, setTo] = useState(subscriberId ?? '');
  const [payload, setPayload] = useState<string>();
  const chosen = useQuery({ ...workflowQueries.one(id, name), enabled: name !== '' });
  const example = chosen.data?.body.payloadExample;
  const text = payload ?? (isObject(example) ? JSON.stringify(example, null, 2) : '{}');
  const play = useMutation(dryRunMutations.play(id));
  const parsed = payloadOf(text);
  const reset = play.reset;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (parsed && name && to) play.mutate({ name, to, payload: parsed });
      }}
    >
      {workflowId === undefined && (
        <WorkflowChoice
          value={name}
          onChange={(next) => {
            setName(next);
            setPayload(undefined);
            reset();
          }}
        />
      )}
      {subscriberId === undefined && (
        <SubscriberPicker
          label="Subscriber"
          placeholder="Name, e-mail, phone or id"
          anyId
          value={to === '' ? null : to}
          onChange={(next) => setTo(next ?? '')}
        />
      )}
      <Payload value={text} onChange={setPayload} isWrong={!parsed} />
      <Play
        isReady={parsed !== undefined && name !== '' && to !== ''}
        pending={play.isPending}
        again={play.isSuccess}
      />
      <Outcome data={play.data} error={play.error} />
    </form>
  );
}

function Outcome({ data, error }: { data: DryRunResult | undefined; error: Parameters<typeof failure>[0] | null }) {
  if (error) {
    return (
      <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
        {failure(error).message}
      </p>
    );
  }
  return data ? <DryRunSteps result={data} /> : null;
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

function Play({ isReady, pending, again }: { isReady: boolean; pending: boolean; again: boolean }) {
  const denied = useWhyNot('events:trigger');
  const missing = isReady ? undefined : 'Name a workflow and a subscriber first';
  return (
    <Button type="submit" variant="primary" pending={pending} disabledReason={denied ?? missing} className="self-start">
      {again ? 'Play it again' : 'Play the dry run'}
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
