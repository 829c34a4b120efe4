import { roleNames } from '#lib/auth/permissions.ts';
import { valueAt } from '#lib/json/values.ts';
import { channelLabels } from '#lib/steps/labels.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { counted } from '#lib/text/counted.ts';
import { listText } from '#lib/text/list-text.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import { actionLabels } from './action-labels.ts';
import { changesOf, type FieldChange, SOURCE_ENVIRONMENT } from './changes.ts';
import type { AuditEntry } from './schema.ts';
import { fieldLabel, stepFieldLabel } from './value-text.ts';

/** A summary in three parts: the words before the resource's name, the name at that time, and the words after it. */
export interface ActionSummary {
  before: string;
  /** The resource's name. Absent if the summary names no resource: "signed in". */
  thing?: string;
  /** Distinguishes resources of the same name: the ID of a subscriber. */
  id?: string;
  after: string;
}

export type Described = Pick<AuditEntry, 'action' | 'resource' | 'failure' | 'before' | 'after'>;

/** Returns the action without its actor: "made {Postmark} primary for email". */
export function summaryOf(entry: Described): ActionSummary {
  const phrase = completePhrase(entry) ?? namedFields(entry) ?? phraseOf(entry) ?? unknownAction(entry.action);
  const [before = '', after] = phrase.split('{}');
  if (after === undefined) return { before, after: '' };
  const [thing, id] = [thingOf(entry), idOf(entry)];
  return { before: before.trimEnd(), thing, ...(id !== undefined && id !== thing && { id }), after: after.trimStart() };
}

/** Returns the summary as one text: "made Postmark primary for email". */
export function summaryText(entry: Described): string {
  const { before, thing, after } = summaryOf(entry);
  return [before, thing, after].filter(Boolean).join(' ');
}

/** Returns a phrase that describes the whole change. Undefined if the phrase would omit some of the changed values. */
export function completePhrase(entry: Described): string | undefined {
  return complete[entry.action]?.(entry);
}

const complete: Readonly<Record<string, (entry: Described) => string | undefined>> = {
  'integrations.setPrimary': ({ before, after }) => {
    const former = textAt(before, 'primaryIntegration');
    return `made {} primary${forChannel(after)}${former ? ` instead of ${former}` : ''}`;
  },
  'integrations.undoSetPrimary': ({ after }) => {
    const again = textAt(after, 'primaryIntegration');
    return `undid making {} primary${forChannel(after)}${again ? `: ${again} is primary again` : ''}`;
  },
  'integrations.startSwitch': ({ after }) =>
    `started to switch gradually to {}${forChannel(after)}: ${valueAt(after, 'share')}%`,
  'integrations.setSwitchShare': ({ before, after }) =>
    `changed the share of the gradual switch to {} from ${valueAt(before, 'share')}% to ${valueAt(after, 'share')}%`,
  'integrations.endSwitch': ({ after }) => `ended the gradual switch to {} (${textAt(after, 'why')})`,
  'integrations.update': (entry) => switched(entry, 'activated {}', 'deactivated {}'),
  'workflows.update': (entry) => switched(entry, 'activated the workflow {}', 'paused the workflow {}'),
  'workflows.patch': (entry) => switched(entry, 'activated the workflow {}', 'paused the workflow {}'),
  'sessions.reject': ({ after }) => `rejected ${counted(timesOf(after), 'sign-in')} of {}`,
  'sessions.rejectCode': ({ after }) => `rejected ${counted(timesOf(after), 'code')} of {}`,
  'users.denied': ({ after }) =>
    timesOf(after) > 1 ? `was not allowed to {} (${counted(timesOf(after), 'time')})` : 'was not allowed to {}',
  'members.update': ({ before, after }) => {
    const [former, role] = [before, after].map((state) => roleNames[textAt(state, 'role') as keyof typeof roleNames]);
    return role && `made {} ${role.toLowerCase()}${former ? ` instead of ${former.toLowerCase()}` : ''}`;
  },
  'layouts.setDefault': ({ before }) => {
    const former = textAt(before, 'defaultLayout');
    return former && `made {} the default layout instead of ${former}`;
  },
  'events.trigger': ({ after }) => {
    const recipients = ['subscriber', 'topic'].flatMap((kind) => {
      const count = valueAt(after, `${kind}s`);
      return typeof count === 'number' && count > 0 ? counted(count, kind) : [];
    });
    return recipients.length > 0 ? `triggered {} for ${listText(recipients)}` : undefined;
  },
};

function forChannel(after: unknown): string {
  const channel = channelLabels[textAt(after, 'channel') as keyof typeof channelLabels];
  return channel ? ` for ${lowerFirst(channel)}` : '';
}

/**
 * Returns the phrase of an action. `createOrUpdate` of a subscriber becomes “created” or “changed”, and the phrase for
 * a copied workflow names its original environment.
 */
function phraseOf({ action, before, after }: Described): string | undefined {
  const phrase = actionLabels[action]?.phrase;
  if (action === 'subscribers.createOrUpdate')
    return before ? 'changed the subscriber {}' : 'created the subscriber {}';
  const source = action === 'workflows.sync' ? textAt(after, SOURCE_ENVIRONMENT) : undefined;
  return source === undefined ? phrase : phrase?.replace('another environment', source);
}

/** Returns the phrase for switching a resource on or off. Undefined if other fields changed. */
function switched({ before, after }: Described, on: string, off: string): string | undefined {
  const changes = changesOf(before, after);
  const active = changes.length === 1 && changes[0]?.path === 'active' ? valueAt(after, 'active') : undefined;
  return active === undefined ? undefined : active === true ? on : off;
}

/** Actions whose summary names the changed fields. */
const EDIT = /^(?!preferences).*\.(update|patch|createOrUpdate)$/;

/** Returns a phrase that names the changed fields. Undefined if no field or more than two fields changed. */
function namedFields({ action, before, after }: Described): string | undefined {
  const fields = EDIT.test(action) && before != null ? fieldsOf(changesOf(before, after)) : [];
  if (fields.length === 0 || fields.length > 2) return undefined;
  const inSteps = changesOf(before, after).map(({ path }) => stepFieldLabel(path));
  const named = [...new Set(inSteps.filter((label) => label !== undefined))];
  if (named.length <= 2 && inSteps.every(Boolean)) return `changed the ${listText(named)} in {}`;
  return `changed the ${listText(fields)} of {}`;
}

/** Returns the labels of the outermost fields of changes. */
export function fieldsOf(changes: readonly FieldChange[]): string[] {
  return [...new Set(changes.map(({ path }) => path.split('.')[0] ?? ''))].map(fieldLabel);
}

/** Returns the phrase for an action without a label, such as `members.changeRole`. */
function unknownAction(action: string): string {
  return `did “${action}” to {}`;
}

/** Returns the name of the resource at the time of the entry. Its current name may differ. */
function thingOf({ action, resource, before, after }: Described): string {
  const { type, label, _id } = resource;
  if (_id === '*') return `all ${type}`;
  // Older entries contain the operation as the API reference describes it.
  if (action === 'users.denied') return lowerFirst(label ?? 'make a call');
  const subscriberId = idOf({ action, resource });
  if (subscriberId === undefined) return label ?? unnamed[type] ?? _id;
  const state = { firstName: textAt(after ?? before, 'firstName'), lastName: textAt(after ?? before, 'lastName') };
  return nameOf({ ...state, subscriberId });
}

/** Returns the `subscriberId` of an entry's subscriber. */
function idOf({ action, resource: { type, label } }: Pick<Described, 'action' | 'resource'>): string | undefined {
  return type === 'subscribers' && action !== 'subscribers.bulk' ? label : undefined;
}

/** The names for resources without a name. */
const unnamed: Readonly<Record<string, string>> = { notifications: 'a run', messages: 'a message' };

/** Returns the number of rejections that an entry counts. */
function timesOf(record: unknown): number {
  const times = valueAt(record, 'times');
  return typeof times === 'number' ? times : 1;
}

function textAt(record: unknown, key: string): string | undefined {
  const value = valueAt(record, key);
  return typeof value === 'string' ? value : undefined;
}
