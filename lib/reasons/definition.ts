/** The definition of a reason code in the registry, and helpers for the texts of reasons. */
import type { Permission } from '#lib/auth/permissions.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { CHANNEL_NAMES } from '#lib/providers/channel-names.ts';
import { maskEmail, maskPhone } from '#lib/steps/mask-address.ts';
import { shortText } from '#lib/text/short-text.ts';
import type { Evidence, EvidenceField } from './evidence.ts';
import type { RunOutcome } from './outcome.ts';
import { WITHHELD } from './withheld.ts';

/** The layers that can decide about a run, in the order in which a run reaches them. */
export const REASON_LAYERS = [
  'trigger',
  'topic',
  'workflow',
  'step',
  'preference',
  'subscriber',
  'integration',
  'provider',
  'engine',
] as const;
export type ReasonLayer = (typeof REASON_LAYERS)[number];

/** Statuses and sources of execution details (spec 2.11). */
export type DetailStatus = 'Success' | 'Warning' | 'Failed' | 'Pending' | 'Queued' | 'ReadConfirmation';
export type DetailSource = 'Credentials' | 'Internal' | 'Payload' | 'Webhook';

/** Names and formats that a summary uses for its reader. The evidence does not contain the names. */
export interface About {
  /** The subscriber's name or address. */
  subscriber?: string | undefined;
  /** The workflow's name. */
  workflow?: string | undefined;
  /** Formats an ISO 8601 time for the reader. Default: UTC. */
  time?: ((iso: string) => string) | undefined;
  /** Formats the time for use after a verb: "at 14:05", "on 3 May, 14:05". Default: "on" and the `time`. */
  on?: ((iso: string) => string) | undefined;
  /** Formats the day of an ISO 8601 time, for an event that happened outside the run. Default: `time`. */
  day?: ((iso: string) => string) | undefined;
  /** Addresses that the reader is allowed to see in full. All other addresses in the evidence stay masked. */
  addresses?: readonly (string | null | undefined)[] | undefined;
}

/** The resources that a fix can link to, as far as they are known. */
export interface Places {
  /** The caller's `subscriberId`. */
  subscriber?: string | undefined;
  /** The identifier of the workflow. */
  workflow?: string | undefined;
  /** The `stepId` of the step, or its `_id`. */
  step?: string | undefined;
  /** The channel of the step. Undefined if the step has no channel. */
  channel?: string | undefined;
  /** The identifier of the integration that was chosen. */
  integration?: string | undefined;
  /** Notification.id */
  run?: string | undefined;
  /** The slug of the environment that the evidence names. */
  environment?: string | undefined;
}

/** The actions of a fix's button: retry the step now, or cancel the run. */
export const FIX_ACTIONS = ['retry', 'cancel'] as const;
export type FixAction = (typeof FIX_ACTIONS)[number];

/** The field or page where a fix is made, and the label of the link to it: "Correct the email address". */
export interface Destination {
  /** A path within the run's environment, or an absolute path if it starts with `/`. */
  link: string;
  label: string;
}

/** The fix for a reason. The dashboard shows the destination first, then the action. */
interface Fix<E> {
  text: string | ((evidence: E, places: Places) => string);
  /** The text for several steps with this reason. Default: the texts of the single steps. */
  together?: string;
  to?: (evidence: E, places: Places) => Destination | undefined;
  /** The permission that a change at the destination requires. */
  permission?: Permission;
  action?: FixAction | ((evidence: E) => FixAction | undefined);
}

export interface ReasonDefinition<Needed extends EvidenceField, Optional extends EvidenceField> {
  layer: ReasonLayer;
  /** The evidence that every reason of this code has. */
  needs: readonly Needed[];
  /** The evidence that a reason of this code can have. */
  may: readonly Optional[];
  /** One sentence without its full stop. */
  summary(evidence: Evidence<Needed, Optional>, words: Words): string;
  /**
   * The cause, for use after the result of the step: the end of "SMS skipped: byEmail is true". Default: the summary.
   */
  why?(evidence: Evidence<Needed, Optional>, words: Words): string;
  /** Result and cause in one phrase: the end of "SMS waits until 3 May". Default: outcome and `why`. */
  predicate?(evidence: Evidence<Needed, Optional>, words: Words): string;
  fix?: Fix<Evidence<Needed, Optional>>;
  /** The `detail` of the execution detail, if the interface defines a text. Default: the summary. */
  detail?: string | ((evidence: Evidence<Needed, Optional>) => string);
  /** The status of the execution detail. */
  status: DetailStatus;
  /** The source of the execution detail. Default: Internal. */
  source?: DetailSource;
  /** The outcome of a run that this reason decides. Absent if the reason decides no outcome. */
  outcome?: RunOutcome;
}

type Given<Needed extends EvidenceField, Optional extends EvidenceField> = Omit<
  ReasonDefinition<Needed, Optional>,
  'needs' | 'may'
> & { needs?: readonly Needed[]; may?: readonly Optional[] };

/** Creates an entry of the registry. */
export function define<const Needed extends EvidenceField = never, const Optional extends EvidenceField = never>(
  given: Given<Needed, Optional>,
): ReasonDefinition<Needed, Optional> {
  return { needs: [], may: [], ...given };
}

/** Names and formatted values for the texts of reasons. */
export interface Words {
  /** The subscriber's name, for the start of a sentence. */
  Subscriber: string;
  /** The workflow's name, for the start of a sentence. */
  Workflow: string;
  workflow: string;
  subscriber: string;
  time(iso: string): string;
  /** An address from the evidence, in full if the reader is allowed to see it. */
  address(masked: string): string;
  /** " on 3 May 2026, 14:05 UTC", " at 14:05", or an empty text. */
  on(iso: string | undefined): string;
  /** " on 3 May", or an empty text. */
  onDay(iso: string | undefined): string;
}

export function wordsFor({ subscriber, workflow, addresses = [], ...times }: About): Words {
  const { time = utcTime, day = time, on = (iso: string) => `on ${time(iso)}` } = times;
  return {
    Subscriber: subscriber ?? 'The subscriber',
    subscriber: subscriber ?? 'the subscriber',
    Workflow: workflow ?? 'The workflow',
    workflow: workflow ?? 'the workflow',
    time,
    address: (masked) => unmasked(masked, addresses),
    on: (iso) => (iso === undefined ? '' : ` ${on(iso)}`),
    onDay: (iso) => (iso === undefined ? '' : ` on ${day(iso)}`),
  };
}

/** Returns the address with this masked form, or the masked form if none of the addresses has it. */
export function unmasked(masked: string, addresses: readonly (string | null | undefined)[]): string {
  return (
    addresses.find((address) => address && (maskEmail(address) === masked || maskPhone(address) === masked)) ?? masked
  );
}

/** Returns a channel's name, for the middle of a sentence. Any other text stays unchanged. */
export function channelName(channel: string): string {
  return Object.hasOwn(CHANNEL_NAMES, channel) ? CHANNEL_NAMES[channel as Channel] : channel;
}

/** " by Ann", or an empty text. */
export function by(actor: string | undefined): string {
  return actor === undefined ? '' : ` by ${actor}`;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const utc = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

function utcTime(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : `${utc.format(date)} UTC`;
}

const MAX_VALUES = 3;

/** "plan is free": the first of the values that decided. Undefined if there are no values. */
export function valuesText(values: unknown): string | undefined {
  const shown = firstValues(values).map(([name, value]) => `${fieldName(name)} is ${valueText(value)}`);
  return shown.length === 0 ? undefined : shown.join(', ');
}

/** ": plan is free", " (values withheld)", or an empty text. */
export function withValues(values: unknown): string {
  const text = valuesText(values);
  return text === undefined ? withheldNote(values) : `: ${text}`;
}

/** " (values withheld)" if the reader is not allowed to see the values that a condition read, or an empty text. */
export function withheldNote(values: unknown): string {
  return values === WITHHELD ? ' (values withheld)' : '';
}

/** Returns the display name of a field that a condition read. A payload field is shown without `payload.`. */
export function fieldName(path: string): string {
  return path.replace(/^payload\./, '');
}

function firstValues(values: unknown): [string, unknown][] {
  return typeof values === 'object' && values !== null ? Object.entries(values).slice(0, MAX_VALUES) : [];
}

/** Returns a value as text of at most 60 characters. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return 'missing';
  return shortText(typeof value === 'string' ? value : JSON.stringify(value), 60);
}
