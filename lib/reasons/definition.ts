/** What the registry says of one reason code, and what the texts of the codes are made with. */
import { CHANNEL_NAMES, type Channel } from '#lib/providers/channel.ts';
import type { Evidence, EvidenceField } from './evidence.ts';
import type { RunOutcome } from './outcome.ts';

/** Where it was decided, in the order in which a run passes them. */
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

/** Names that a summary uses where its reader knows them; evidence does not repeat them. */
export interface About {
  /** Name or address of the subscriber. */
  subscriber?: string | undefined;
  /** Name of the workflow. */
  workflow?: string | undefined;
  /** ISO 8601 → what its reader sees; UTC when absent. */
  time?: ((iso: string) => string) | undefined;
}

/** What to do about it. */
export interface Fix<E> {
  text: string;
  /** A page of the dashboard: within the run's environment, or anywhere when it starts with `/`. */
  link?: string | ((evidence: E) => string);
}

export interface ReasonDefinition<Needed extends EvidenceField, Optional extends EvidenceField> {
  layer: ReasonLayer;
  /** Evidence that it is never without. */
  needs: readonly Needed[];
  /** Evidence that it may have. */
  may: readonly Optional[];
  /** A sentence without its full stop. */
  summary(evidence: Evidence<Needed, Optional>, words: Words): string;
  fix?: Fix<Evidence<Needed, Optional>>;
  /** `detail` of its execution detail (wire-facts 9); the summary when absent. */
  detail?: string | ((evidence: Evidence<Needed, Optional>) => string);
  /** Of its execution detail. */
  status: DetailStatus;
  /** Of its execution detail; Internal when absent. */
  source?: DetailSource;
  /** What a run becomes that this decides; absent: it decides nothing. */
  outcome?: RunOutcome;
}

type Given<Needed extends EvidenceField, Optional extends EvidenceField> = Omit<
  ReasonDefinition<Needed, Optional>,
  'needs' | 'may'
> & { needs?: readonly Needed[]; may?: readonly Optional[] };

/** One entry of the registry. */
export function define<const Needed extends EvidenceField = never, const Optional extends EvidenceField = never>(
  given: Given<Needed, Optional>,
): ReasonDefinition<Needed, Optional> {
  return { needs: [], may: [], ...given };
}

/** The parts of sentences. */
export interface Words {
  /** At the beginning of a sentence. */
  Subscriber: string;
  /** At the beginning of a sentence. */
  Workflow: string;
  workflow: string;
  subscriber: string;
  time(iso: string): string;
  /** " on 3 May 2026, 14:05 UTC", or nothing. */
  on(iso: string | undefined): string;
}

export function wordsFor({ subscriber, workflow, time = utcTime }: About): Words {
  return {
    Subscriber: subscriber ?? 'The subscriber',
    subscriber: subscriber ?? 'the subscriber',
    Workflow: workflow ?? 'The workflow',
    workflow: workflow ?? 'the workflow',
    time,
    on: (iso) => (iso === undefined ? '' : ` on ${time(iso)}`),
  };
}

/** A channel in the middle of a sentence; what is none stays as it is. */
export function channelName(channel: string): string {
  return Object.hasOwn(CHANNEL_NAMES, channel) ? CHANNEL_NAMES[channel as Channel] : channel;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Abbreviations stay as they are. */
export function uncapitalised(text: string): string {
  return /^[A-Z][^A-Z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
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
