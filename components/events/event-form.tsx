'use client';

import { useQuery } from '@tanstack/react-query';
import { StepForward, Zap } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import { RealPeople } from '#components/layout/real-people.tsx';
import { useEnvironment, useSession, useWhyNot } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { Button } from '#components/ui/button.tsx';
import { DialogFooter } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { FoldButton } from '#components/ui/fold-button.tsx';
import { Select } from '#components/ui/select.tsx';
import type { ApiFailure } from '#lib/api/client.ts';
import { workflowQueries } from '#lib/workflows/client.ts';
import { EventResult } from './event-result.tsx';
import { jsonObjectProblem } from './json-problem.ts';
import { JsonText } from './json-text.tsx';
import { Payload } from './payload.tsx';
import { RecipientField } from './recipient-field.tsx';
import { type EventState, type EventTarget, useEvent } from './use-event.ts';

const TriggerCode = dynamic(
  () => import('#components/api-reference/trigger-code.tsx').then((module) => module.TriggerCode),
  { ssr: false },
);

interface Props extends EventTarget {
  /** The action of the Enter key. */
  first: 'trigger' | 'dry-run';
}

/** The form of an event: workflow, recipient, payload and overrides, with a dry run, a trigger, and the event as code. */
export function EventForm({ first, ...target }: Props) {
  const state = useEvent(target);
  const { environment } = useSession();
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (whyNot(state, first) === undefined) state.run(first);
      }}
    >
      {target.workflowId === undefined && <WorkflowChoice value={state.name} onChange={state.choose} />}
      {target.subscriberId === undefined && target.topicKey === undefined && <RecipientField state={state} />}
      <Payload key={state.name} state={state} />
      <Fold label="Overrides">
        <JsonText
          label="Overrides"
          value={state.overridesText}
          onChange={(overrides) => state.write({ overrides })}
          problem={state.overrides ? undefined : jsonObjectProblem(state.overridesText, 'overrides')}
          placeholder='{ "email": { "subject": "…" } }'
        />
      </Fold>
      {state.event && (
        <Fold label="Code for this trigger">
          <TriggerCode body={state.event} />
        </Fold>
      )}
      <RealPeople environment={environment} />
      <EventResult state={state} />
      {(state.trigger.error ?? state.dryRun.error) && (
        <EventFailure error={(state.trigger.error ?? state.dryRun.error) as ApiFailure} />
      )}
      <Actions state={state} first={first} />
    </form>
  );
}

/** Returns why an action is not possible yet. */
function whyNot({ name, to, payload, overrides, event, isLoading }: EventState, action: Props['first']) {
  if (action === 'dry-run' && 'topicKey' in to) return 'A dry run is for one subscriber';
  if (!payload) return 'The payload must be a JSON object';
  if (!overrides) return 'The overrides must be a JSON object';
  if (name === '') return 'Choose a workflow first';
  if (!event) return 'Choose a recipient first';
  return isLoading ? 'The payload is being loaded' : undefined;
}

function Actions({ state, first }: { state: EventState; first: Props['first'] }) {
  const denied = useWhyNot('events:trigger');
  const button = (action: Props['first'], label: string, icon: ReactNode) => (
    <Button
      type={action === first ? 'submit' : 'button'}
      variant={action === first ? 'primary' : 'secondary'}
      pending={(action === 'trigger' ? state.trigger : state.dryRun).isPending}
      disabledReason={denied ?? whyNot(state, action)}
      onClick={action === first ? undefined : () => state.run(action)}
    >
      {icon}
      {label}
    </Button>
  );
  return (
    <DialogFooter>
      {state.isDraft && (
        <p className="mr-auto max-w-80 self-center text-xs text-pretty text-faint">
          The dry run uses your unsaved changes. A trigger uses the saved workflow.
        </p>
      )}
      {button('dry-run', 'Dry run', <StepForward aria-hidden />)}
      {button('trigger', 'Trigger', <Zap aria-hidden />)}
    </DialogFooter>
  );
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

/** A part of the form that is folded until it is opened. */
function Fold({ label, children }: { label: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      <FoldButton
        open={isOpen}
        onFold={setOpen}
        className="flex items-center gap-1 rounded-sm py-1 text-xs font-medium text-muted hover:text-fg"
      >
        {label}
      </FoldButton>
      {isOpen && children}
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
