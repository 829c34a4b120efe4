import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rememberSubscriber } from '#components/explain/recent-subscribers.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { type Self, useSelf } from '#components/subscribers/use-self.ts';
import { definitionOf, writeBodyOf } from '#components/workflows/editor/definition.ts';
import { type EventInput, eventMutations, type NamedSubscriber } from '#lib/events/client.ts';
import { isObject, type JsonObject, parseJson } from '#lib/json/values.ts';
import { type WorkflowWriteBody, workflowQueries } from '#lib/workflows/client.ts';
import { untouchedPayload, useNewestPayload } from './use-newest-payload.ts';

/** The workflow, subscriber or topic that is known where the form opens, so the form has no field for it. */
export interface EventTarget {
  /** The workflow's identifier. If undefined, the user chooses a workflow. */
  workflowId?: string;
  /** The `subscriberId`. If undefined, the user chooses a recipient. */
  subscriberId?: string;
  /** The key of the topic. If undefined, the user chooses a recipient. */
  topicKey?: string;
  /** The `subscriberId` that is chosen when the form opens. The user can choose another recipient. */
  recipient?: string;
  /** Unsaved changes of the workflow, which dry runs use. */
  draft?: WorkflowWriteBody | undefined;
  /** Activates the workflow in its open editor. Default: changes the stored workflow. */
  activate?: () => void;
}

/** The recipient in the form. An empty subscriberId or key means no recipient. */
type EventRecipient = { subscriberId: string } | { topicKey: string };

interface Written {
  to?: EventRecipient;
  payload?: string;
  overrides?: string;
}

/** The last input, by environment and workflow. It is kept until the page is reloaded. */
const entered = new Map<string, Written>();

/** Returns the event that is being written, its problem, and its two actions. */
export function useEvent(target: EventTarget) {
  const { workflowId, draft, activate } = target;
  const { id } = useEnvironment();
  const [name, setName] = useState(workflowId ?? '');
  const [written, setWritten] = useState<Written>(() => entered.get(keyOf(id, name)) ?? {});
  const stored = useQuery({ ...workflowQueries.one(id, name), enabled: name !== '' });
  const workflow = stored.data?.body;
  const body = draft ?? (workflow && writeBodyOf(definitionOf(workflow)));
  const sample = useQuery({
    ...workflowQueries.samplePayload(id, body as WorkflowWriteBody),
    enabled: body !== undefined,
  });
  const example = sample.data?.payload ?? {};
  const { newest, isLoading: isReadingRun } = useNewestPayload(id, workflow?._id);
  const untouched = written.payload === undefined ? untouchedPayload(newest, example) : undefined;
  const to = chosenRecipient(target, written.to);
  const payloadText = written.payload ?? untouched?.text ?? '';
  const overridesText = written.overrides ?? '';
  const payload = objectIn(payloadText);
  const overrides = overridesText.trim() === '' ? {} : objectIn(overridesText);
  const trigger = useMutation(eventMutations.trigger(id));
  const dryRun = useMutation({
    ...eventMutations.dryRun(id),
    onSuccess: async ({ rejected }, input) => {
      // The workflow was paused after the form had loaded it, so repeat the dry run as if the workflow were active.
      if (rejected?.reason.code !== 'workflow_inactive' || input.workflow?.active) return;
      const { data } = await stored.refetch();
      if (data) dryRun.mutate({ ...input, workflow: { ...writeBodyOf(definitionOf(data.body)), active: true } });
    },
  });
  const self = useSelf();
  const forget = () => {
    trigger.reset();
    dryRun.reset();
  };
  const write = (change: Written) => {
    const next = { ...written, ...change };
    setWritten(next);
    entered.set(keyOf(id, name), next);
    if (change.to) forget(); // the result is about another recipient
  };
  const event: EventInput | undefined =
    payload && overrides && name !== '' && isNamed(to)
      ? { name, to: recipientOf(to, self), payload, ...(Object.keys(overrides).length > 0 && { overrides }) }
      : undefined;
  return {
    name,
    workflow,
    schema: (body?.payloadSchema ?? null) as JsonObject | null,
    example,
    to,
    self,
    payload,
    payloadText,
    /** The origin of the values, until the user changes a value. */
    source: untouched?.source,
    /** The payload of the newest run, if it may be shown. */
    newest,
    /** Whether the user has entered values for this workflow since the page was loaded. */
    isEntered: Object.keys(written).length > 0,
    overrides,
    overridesText,
    event,
    /** Until the payload is loaded, a trigger would send an empty payload instead. */
    isLoading: stored.isLoading || (written.payload === undefined && (isReadingRun || sample.isLoading)),
    isDraft: draft !== undefined,
    pause: pauseOf(workflow, draft),
    activate,
    trigger,
    dryRun,
    write,
    choose: (next: string) => {
      setName(next);
      setWritten(entered.get(keyOf(id, next)) ?? (written.to ? { to: written.to } : {}));
      forget(); // the result is about another workflow
    },
    run: (action: 'trigger' | 'dry-run') => {
      if (!event) return;
      forget();
      if ('subscriberId' in to) rememberSubscriber(id, to.subscriberId);
      if (action === 'trigger') return trigger.mutate(event);
      const played = playedDraft(body, draft);
      if (!('topicKey' in to))
        dryRun.mutate({ ...event, to: recipientOf(to, self), ...(played && { workflow: played }) });
    },
  };
}

export type EventState = ReturnType<typeof useEvent>;

/** Returns the known topic or subscriber, else the recipient that the user chose last, else the initial recipient. */
export function chosenRecipient(
  { subscriberId, topicKey, recipient = '' }: EventTarget,
  chosen?: EventRecipient,
): EventRecipient {
  if (topicKey !== undefined) return { topicKey };
  return subscriberId === undefined ? (chosen ?? { subscriberId: recipient }) : { subscriberId };
}

/**
 * Returns what keeps a trigger from running: `stored` if the workflow is paused, `draft` if only a save will activate it.
 * Undefined if the stored workflow is active.
 */
export function pauseOf(
  stored: { active?: boolean | null | undefined } | undefined,
  draft: { active?: boolean | null | undefined } | undefined,
): 'stored' | 'draft' | undefined {
  if (stored?.active !== false) return undefined;
  return draft?.active ? 'draft' : 'stored';
}

/**
 * Returns the draft that a dry run plays. A paused workflow is played as if it were active, because its trigger would run
 * nothing. Undefined for a stored workflow that is active.
 */
export function playedDraft(
  body: WorkflowWriteBody | undefined,
  draft: WorkflowWriteBody | undefined,
): WorkflowWriteBody | undefined {
  return body?.active === false ? { ...body, active: true } : draft;
}

const keyOf = (environmentId: string, workflowId: string) => `${environmentId} ${workflowId}`;

function isNamed(to: EventRecipient): boolean {
  return ('topicKey' in to ? to.topicKey : to.subscriberId) !== '';
}

function recipientOf(to: { subscriberId: string }, self: Self): string | NamedSubscriber;
function recipientOf(to: EventRecipient, self: Self): EventInput['to'];
function recipientOf(to: EventRecipient, self: Self): EventInput['to'] {
  if ('topicKey' in to) return { type: 'Topic', topicKey: to.topicKey };
  return self?.isNew && to.subscriberId === self.subscriber.subscriberId ? self.subscriber : to.subscriberId;
}

function objectIn(text: string): JsonObject | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}
