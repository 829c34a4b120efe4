/** The fields that the evidence of reasons can have, with labels and formats. */

/** The formats of evidence, each with the type of its values. `time` is in ISO 8601, `duration` in milliseconds. */
interface FieldTypes {
  text: string;
  time: string;
  number: number;
  duration: number;
  list: readonly string[];
  json: unknown;
}

export type EvidenceFormat = keyof FieldTypes;

interface EvidenceFieldDefinition {
  label: string;
  format: EvidenceFormat;
}

/** The fields of evidence, in the order in which they are shown. */
export const EVIDENCE_FIELDS = {
  workflow: { label: 'Workflow', format: 'text' },
  environment: { label: 'Environment', format: 'text' },
  transaction: { label: 'Transaction', format: 'text' },
  field: { label: 'Field', format: 'text' },
  value: { label: 'Value', format: 'text' },
  problem: { label: 'Problem', format: 'text' },
  control: { label: 'Field in the step', format: 'text' },
  topic: { label: 'Topic', format: 'text' },
  channel: { label: 'Channel', format: 'text' },
  step: { label: 'Step', format: 'text' },
  stepType: { label: 'Step type', format: 'text' },
  layer: { label: 'Decided by', format: 'text' },
  preference: { label: 'Preference', format: 'text' },
  condition: { label: 'Condition', format: 'json' },
  values: { label: 'Values read', format: 'json' },
  hours: { label: 'Hours', format: 'text' },
  timezone: { label: 'Time zone', format: 'text' },
  address: { label: 'Address', format: 'text' },
  copies: { label: 'Copies to', format: 'list' },
  integration: { label: 'Integration', format: 'text' },
  /** The name of the integration, if it differs from the provider's. Sentences use this name for the integration. */
  sender: { label: 'Sent through', format: 'text' },
  rule: { label: 'Chosen by', format: 'text' },
  candidates: { label: 'Candidates', format: 'list' },
  provider: { label: 'Provider', format: 'text' },
  answeredBy: { label: 'Answered by', format: 'text' },
  acceptance: { label: 'Accepted', format: 'text' },
  /** “none” if no connection to the provider could be opened. */
  connection: { label: 'Connection', format: 'text' },
  variable: { label: 'Environment variable', format: 'text' },
  host: { label: 'Host', format: 'text' },
  status: { label: 'Status code', format: 'number' },
  providerCode: { label: 'Provider’s code', format: 'text' },
  providerMessageId: { label: 'Provider’s ID', format: 'text' },
  words: { label: 'Provider’s words', format: 'text' },
  layout: { label: 'Layout', format: 'text' },
  notification: { label: 'Run', format: 'text' },
  event: { label: 'Event', format: 'text' },
  actor: { label: 'By', format: 'text' },
  note: { label: 'Note', format: 'text' },
  count: { label: 'Count', format: 'number' },
  limit: { label: 'Limit', format: 'number' },
  messagesPerSecond: { label: 'Messages per second', format: 'number' },
  messagesPerDay: { label: 'Messages per day', format: 'number' },
  total: { label: 'Total', format: 'number' },
  attempt: { label: 'Attempt', format: 'number' },
  attempts: { label: 'Attempts', format: 'number' },
  span: { label: 'Over', format: 'duration' },
  at: { label: 'At', format: 'time' },
  since: { label: 'Since', format: 'time' },
  seenAt: { label: 'Seen', format: 'time' },
  readAt: { label: 'Read', format: 'time' },
  until: { label: 'Until', format: 'time' },
  lastRun: { label: 'Last run of this person', format: 'time' },
  lastTrigger: { label: 'Last trigger for any subscriber', format: 'time' },
} as const satisfies Record<string, EvidenceFieldDefinition>;

export type EvidenceField = keyof typeof EVIDENCE_FIELDS;

type EvidenceValue<Field extends EvidenceField> = FieldTypes[(typeof EVIDENCE_FIELDS)[Field]['format']];

/** Evidence with all of `Needed` and any of `Optional`. */
export type Evidence<Needed extends EvidenceField, Optional extends EvidenceField> = {
  readonly [Field in Needed]: EvidenceValue<Field>;
} & { readonly [Field in Optional]?: EvidenceValue<Field> | undefined };
