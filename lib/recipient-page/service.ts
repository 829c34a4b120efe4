/** The data and the choices of a recipient who follows the link in a message, without sign-in. */
import type { Ctx } from '#lib/api/context.ts';
import type { ContextInput } from '#lib/contexts/schema.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { type ResolvedPreferences, resolvePreferences } from '#lib/preferences/effective.ts';
import {
  findWorkflows,
  type PreferenceRow,
  type PreferenceScope,
  selectActiveWorkflows,
  selectPreferences,
  type WorkflowRow,
} from '#lib/preferences/query.ts';
import { bulkUpdatePreferences, updatePreferences } from '#lib/preferences/service.ts';
import { isCritical } from '#lib/preferences/workflow-preferences.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { CHANNELS } from '#lib/providers/channel-names.ts';
import { logoPath } from './logo.ts';
import type { LinkedRun } from './token.ts';

/** A kind of message, with the channels that the recipient may switch. */
export interface Kind {
  /** Workflow.id */
  id: string;
  name: string;
  isCritical: boolean;
  channels: readonly { channel: Channel; isOn: boolean }[];
}

/** The look of the page. Absent fields: Belfry's colour, and no logo. */
export interface PageLook {
  /** `#rrggbb` */
  color?: string | undefined;
  /** The path of the picture. */
  logo?: string | undefined;
}

export interface RecipientPage {
  /** The name that the environment has for this page, or else the organization's. */
  sender: string;
  look: PageLook;
  locale: string | null;
  timezone: string | null;
  /** Absent if retention has deleted the run. */
  run?: { at: Date; topics: readonly string[] };
  /** The workflow of the message. Absent if it was deleted. */
  kind?: Kind;
  /** The time since which the recipient's own choice allows the message. Absent if a default allows it. */
  chosenAt?: Date;
  /** The channels of the workflow that the recipient switched off, and the time of the latest choice. */
  off?: { at: Date; channels: readonly Channel[] };
  /** Whether the general preference is off on all channels. */
  isAllOff: boolean;
  /** The active workflows that can be switched off. */
  kinds: readonly Kind[];
}

/** The recipient's choice: for the workflow of the message, for everything, or for single kinds and channels. */
export type Choice =
  | { type: 'one-click' | 'stop' | 'resume' | 'stop-all' | 'resume-all' }
  | { type: 'save'; shown: readonly string[]; on: ReadonlySet<string> };

/** Returns the name of a switch in a form: `<Workflow.id>:<channel>`. */
export function switchName(kind: Pick<Kind, 'id'>, channel: Channel): string {
  return `${kind.id}:${channel}`;
}

/** Returns the page of a linked run. Undefined if the subscriber or the environment was deleted. */
export async function readRecipientPage(linked: LinkedRun): Promise<RecipientPage | undefined> {
  const state = await readState(linked);
  if (!state) return undefined;
  const { subscriber, run, topics, workflow, workflows, rows, scope } = state;
  const resolved = (each: WorkflowRow | null) =>
    resolvePreferences({ workflow: each, rows, contextKeys: scope.contextKeys });
  const general = resolved(null);
  const chosenAt = workflow && chosenSince(workflow, resolved(workflow));
  const off = workflow && switchedOff(workflow, resolved(workflow));
  return {
    sender: state.sender,
    look: state.look,
    locale: subscriber.locale,
    timezone: subscriber.timezone,
    ...(run && { run: { at: run.createdAt, topics } }),
    ...(workflow && { kind: kindOf(workflow, resolved(workflow)) }),
    ...(chosenAt && { chosenAt }),
    ...(off && { off }),
    isAllOff: CHANNELS.every((channel) => !general.channel(channel).enabled),
    kinds: workflows.map((each) => kindOf(each, resolved(each))).filter((kind) => !kind.isCritical),
  };
}

/**
 * Applies a choice in the context of the run. Undefined if there is no page, `critical` if the workflow cannot be switched
 * off.
 */
export async function choose(
  linked: LinkedRun,
  choice: Choice,
  requestId: string,
): Promise<'done' | 'critical' | undefined> {
  return transaction(async () => {
    const state = await readState(linked);
    if (!state) return undefined;
    const { subscriber, workflow, scope } = state;
    const isOfWorkflow = choice.type === 'one-click' || choice.type === 'stop' || choice.type === 'resume';
    if (isOfWorkflow && workflow && isCritical(workflow)) return 'critical';
    const ctx: Ctx = {
      organizationId: state.organizationId,
      environmentId: linked.environmentId,
      actor: { type: 'system', job: 'recipient-page', linkedRunId: linked.runId },
      requestId,
    };
    const context = contextOf(scope.contextKeys);
    if (choice.type === 'stop-all' || choice.type === 'resume-all') {
      const channels = Object.fromEntries(CHANNELS.map((each) => [each, choice.type === 'stop-all' ? false : null]));
      await updatePreferences(ctx, subscriber.subscriberId, { channels, context });
    }
    const preferences = workflowChanges(state, choice);
    if (preferences.length > 0) await bulkUpdatePreferences(ctx, subscriber.subscriberId, { preferences, context });
    return 'done';
  });
}

/** Returns the changes of single workflows that the choice makes. */
function workflowChanges(state: State, choice: Choice): { workflowId: string; channels: Record<string, boolean> }[] {
  const { workflow, workflows } = state;
  const of = ({ id }: WorkflowRow, channels: readonly Channel[], isOn: boolean) => ({
    workflowId: id,
    channels: Object.fromEntries(channels.map((channel) => [channel, isOn])),
  });
  switch (choice.type) {
    case 'one-click':
      return workflow ? [of(workflow, ['email'], false)] : [];
    case 'stop':
    case 'resume':
      return workflow ? [of(workflow, workflow.channels, choice.type === 'resume')] : [];
    case 'stop-all':
      // A choice for a workflow is stronger than the general choice.
      return workflows
        .filter((each) => !isCritical(each))
        .map((each) => of(each, ownOn(state, each), false))
        .filter(({ channels }) => Object.keys(channels).length > 0);
    case 'resume-all':
      return [];
    case 'save':
      return workflows.filter((each) => !isCritical(each)).flatMap((each) => savedChanges(state, each, choice));
  }
}

/** Returns the channels that the subscriber switched on for the workflow. */
function ownOn({ rows, scope }: State, workflow: WorkflowRow): Channel[] {
  const { own } = resolvePreferences({ workflow, rows, contextKeys: scope.contextKeys });
  return CHANNELS.filter((channel) => own.some((row) => row.channels[channel] === true));
}

/** Returns the switches of a workflow that differ from the form. Switches that the form did not show stay unchanged. */
function savedChanges({ rows, scope }: State, workflow: WorkflowRow, { shown, on }: Extract<Choice, { type: 'save' }>) {
  const resolved = resolvePreferences({ workflow, rows, contextKeys: scope.contextKeys });
  const names = new Set(shown);
  const changed = workflow.channels.filter((channel) => {
    const name = switchName(workflow, channel);
    return names.has(name) && on.has(name) !== resolved.channel(channel).enabled;
  });
  const channels = Object.fromEntries(changed.map((channel) => [channel, on.has(switchName(workflow, channel))]));
  return changed.length > 0 ? [{ workflowId: workflow.id, channels }] : [];
}

interface State {
  organizationId: string;
  sender: string;
  look: PageLook;
  subscriber: { subscriberId: string; locale: string | null; timezone: string | null };
  run: { createdAt: Date; contextKeys: string[] } | null;
  /** The names of the topics through which the trigger reached the subscriber. */
  topics: readonly string[];
  workflow: WorkflowRow | undefined;
  workflows: readonly WorkflowRow[];
  rows: readonly PreferenceRow[];
  scope: PreferenceScope;
}

async function readState(linked: LinkedRun): Promise<State | undefined> {
  const { environmentId, subscriberId, workflowId, runId } = linked;
  const [environment, subscriber, run] = await Promise.all([
    prisma().environment.findFirst({
      where: { id: environmentId },
      select: { pageName: true, pageColor: true, pageLogoId: true, organization: { select: { id: true, name: true } } },
    }),
    prisma().subscriber.findFirst({
      where: { environmentId, id: subscriberId },
      select: { subscriberId: true, locale: true, timezone: true },
    }),
    prisma().notification.findFirst({
      where: { environmentId, id: runId },
      select: { createdAt: true, contextKeys: true, topics: true },
    }),
  ]);
  if (!environment || !subscriber) return undefined;
  const scope = { environmentId, subscriberId, contextKeys: run?.contextKeys ?? [] };
  const [topics, named, workflows, rows] = await Promise.all([
    topicNames(environmentId, run?.topics),
    findWorkflows(environmentId, [workflowId]),
    selectActiveWorkflows(environmentId),
    selectPreferences(scope),
  ]);
  const { pageName, pageColor, pageLogoId, organization } = environment;
  const sender = pageName ?? organization.name;
  const look = { color: pageColor ?? undefined, logo: pageLogoId ? logoPath(environmentId, pageLogoId) : undefined };
  const workflow = named.find(({ id }) => id === workflowId);
  const byName = workflows.toSorted((one, other) => one.name.localeCompare(other.name));
  return {
    organizationId: organization.id,
    sender,
    look,
    subscriber,
    run,
    topics,
    workflow,
    workflows: byName,
    rows,
    scope,
  };
}

function kindOf(workflow: WorkflowRow, resolved: ResolvedPreferences): Kind {
  const { id, name, channels } = workflow;
  return {
    id,
    name,
    isCritical: resolved.isCritical,
    channels: channels.map((channel) => ({ channel, isOn: resolved.channel(channel).enabled })),
  };
}

/** Returns since when the subscriber's own choice switches on a channel of the workflow. */
function chosenSince({ channels }: WorkflowRow, resolved: ResolvedPreferences): Date | undefined {
  const deciding = channels.map((channel) => resolved.channel(channel));
  return deciding.find(({ enabled, layer }) => enabled && layer.startsWith('subscriber_'))?.since;
}

/** Returns the channels of the workflow that the subscriber's own choices switch off. Undefined if there are none. */
function switchedOff({ channels }: WorkflowRow, resolved: ResolvedPreferences): RecipientPage['off'] {
  const off = channels.flatMap((channel) => {
    const { enabled, layer, since } = resolved.channel(channel);
    return !enabled && since && layer.startsWith('subscriber_') ? [{ channel, since }] : [];
  });
  if (off.length === 0) return undefined;
  const at = new Date(Math.max(...off.map(({ since }) => since.getTime())));
  return { at, channels: off.map(({ channel }) => channel) };
}

/** @param topics Notification.topics. A deleted topic has no name. */
async function topicNames(environmentId: string, topics: unknown): Promise<string[]> {
  const keys = Array.isArray(topics) ? topics.map(({ topicKey }: { topicKey: string }) => topicKey) : [];
  if (keys.length === 0) return [];
  const found = await prisma().topic.findMany({
    where: { environmentId, key: { in: keys } },
    orderBy: { key: 'asc' },
    select: { name: true },
  });
  return found.flatMap(({ name }) => name || []);
}

/** Returns the contexts of sorted keys, each `<type>:<id>`. */
function contextOf(contextKeys: readonly string[]): ContextInput {
  return Object.fromEntries(
    contextKeys.map((key) => [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)]),
  );
}
