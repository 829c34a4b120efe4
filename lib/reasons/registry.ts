/**
 * The closed registry of reason codes, the causes of all events of a run (docs/delivery.md, "Reasons"). Jobs, execution
 * details and outcomes store a reason. The API, the dashboard and the tests get its text from this registry, and no
 * code recognises a reason by its text. Runs in the browser too.
 */
import type { Permission } from '#lib/auth/permissions.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import {
  type About,
  type Destination,
  type DetailSource,
  type DetailStatus,
  type FixAction,
  fieldName,
  type Places,
  type ReasonDefinition,
  type ReasonLayer,
  wordsFor,
} from './definition.ts';
import { EVIDENCE_FIELDS, type Evidence, type EvidenceField } from './evidence.ts';
import { LIMIT_REASONS } from './limit.ts';
import { MAILBOX_REASONS } from './mailbox.ts';
import type { RunOutcome } from './outcome.ts';
import { PROVIDER_REASONS } from './provider.ts';
import { RECIPIENT_REASONS } from './recipient.ts';
import { REPORT_REASONS } from './report.ts';
import { REQUEST_REASONS } from './request.ts';
import { REST_REASONS } from './rest.ts';
import { RUN_REASONS } from './run.ts';
import { STEP_REASONS } from './step.ts';
import { TRIGGER_REASONS } from './trigger.ts';
import { WINDOW_REASONS } from './window.ts';

export const REASONS = {
  ...TRIGGER_REASONS,
  ...STEP_REASONS,
  ...REQUEST_REASONS,
  ...WINDOW_REASONS,
  ...RECIPIENT_REASONS,
  ...PROVIDER_REASONS,
  ...LIMIT_REASONS,
  ...MAILBOX_REASONS,
  ...REST_REASONS,
  ...REPORT_REASONS,
  ...RUN_REASONS,
} as const;

export type ReasonCode = keyof typeof REASONS;

export const REASON_CODES = Object.keys(REASONS) as [ReasonCode, ...ReasonCode[]];

/** The evidence of a code. Each code that has a provider can also have the integration's name, `sender`. */
export type EvidenceOf<Code extends ReasonCode> =
  (typeof REASONS)[Code] extends ReasonDefinition<infer Needed, infer Optional>
    ? Evidence<Needed, Optional | ('provider' extends Needed | Optional ? 'sender' : never)>
    : never;

/** A reason as it is stored and sent: a code with its evidence. */
export type Reason<Code extends ReasonCode = ReasonCode> = {
  [C in Code]: { readonly code: C; readonly evidence: EvidenceOf<C> };
}[Code];

/** Creates a reason. Undefined evidence is omitted. */
export function reasonFor<Code extends ReasonCode>(code: Code, evidence: EvidenceOf<Code>): Reason<Code> {
  const given = Object.entries(evidence).filter(([, value]) => value !== undefined);
  return { code, evidence: Object.fromEntries(given) } as Reason<Code>;
}

/**
 * Reads a stored reason. Undefined for an unknown code, such as one from a later release, or if evidence is missing.
 */
export function parseReason(stored: unknown): Reason | undefined {
  const { code, evidence } = (stored ?? {}) as { code?: unknown; evidence?: unknown };
  if (typeof code !== 'string' || !Object.hasOwn(REASONS, code)) return undefined;
  if (typeof evidence !== 'object' || evidence === null) return undefined;
  const isComplete = definitionOf(code as ReasonCode).needs.every((field) => Object.hasOwn(evidence, field));
  return isComplete ? (stored as Reason) : undefined;
}

/** Returns the reason as one sentence without full stop. */
export function summaryOf(reason: Reason, about: About = {}): string {
  const { definition, evidence } = opened(reason);
  return definition.summary(evidence, wordsFor(about));
}

/** Returns the cause, for the middle of a sentence: "byEmail is true". Names keep their capitals. */
export function whyOf(reason: Reason, about: About = {}): string {
  const { definition, evidence } = opened(reason);
  const why = definition.why?.(evidence, wordsFor(about));
  if (why !== undefined) return why;
  const summary = definition.summary(evidence, wordsFor(about));
  return beginsWithName(summary, reason, about) ? summary : lowerFirst(summary);
}

/** Returns result and cause of the step in one phrase: "waits until 3 May, 14:05". Undefined if the code has no such phrase. */
export function predicateOf(reason: Reason, about: About = {}): string | undefined {
  const { definition, evidence } = opened(reason);
  return definition.predicate?.(evidence, wordsFor(about));
}

/** Whether a text about the reason begins with a name or a field name, which keep their capitalisation. */
export function beginsWithName(text: string, { evidence }: Reason, about: About): boolean {
  const { values, problem: _, ...others } = evidence as Record<string, unknown>;
  const fields = typeof values === 'object' ? Object.keys(values ?? {}).map(fieldName) : [];
  const names = [
    'Belfry',
    about.subscriber,
    about.workflow,
    ...(about.addresses ?? []),
    ...fields,
    ...Object.values(others),
  ];
  return names.some((name) => typeof name === 'string' && name !== '' && text.startsWith(name));
}

/** Returns the identifier of the integration that was chosen last. `reasons` contains a step's reasons, in order. */
export function chosenIntegration(reasons: readonly (Reason | undefined)[]): string | undefined {
  const chosen = reasons.findLast((reason) => reason?.code === 'integration_selected');
  return chosen?.code === 'integration_selected' ? chosen.evidence.integration : undefined;
}

/** A fix as text, with an optional link to the page of the dashboard where it is made. */
export interface Fix extends Partial<Destination> {
  text: string;
  /** The permission that a change on the linked page requires. */
  permission?: Permission;
  action?: FixAction;
}

/**
 * Returns the fix for a reason. Undefined if nothing needs to be done. With `places`, the fix links to the exact field
 * of the subscriber, integration or step; otherwise the fix links to a list.
 */
export function fixOf(reason: Reason, places: Places = {}): Fix | undefined {
  const { definition, evidence } = opened(reason);
  if (!definition.fix) return undefined;
  const { text, to, permission, action } = definition.fix;
  const destination = to?.(evidence, places);
  const offered = typeof action === 'function' ? action(evidence) : action;
  return {
    text: typeof text === 'function' ? text(evidence, places) : text,
    ...destination,
    ...(destination && permission && { permission }),
    ...(offered && { action: offered }),
  };
}

/** Returns the fix for several steps with this reason. Undefined if the texts of the single fixes are enough. */
export function fixTogether(reason: Reason): string | undefined {
  return opened(reason).definition.fix?.together;
}

/** Returns the reason as an execution detail (spec 2.11), with the text that the interface defines, if there is one. */
export function detailOf(reason: Reason): { detail: string; status: DetailStatus; source: DetailSource } {
  const { definition, evidence } = opened(reason);
  const { detail, status, source = 'Internal' } = definition;
  const text = typeof detail === 'function' ? detail(evidence) : detail;
  return { detail: text ?? summaryOf(reason), status, source };
}

/** Returns the outcome of a run that this reason decides. Undefined if the reason decides no outcome. */
export function outcomeOf(reason: Reason): RunOutcome | undefined {
  return REASONS[reason.code].outcome;
}

const TRIES_AGAIN: ReadonlySet<ReasonLayer> = new Set(['provider', 'integration', 'subscriber']);

/** Whether a step with this reason waits for its next attempt or its turn, so that a manual retry can run it earlier. */
export function waitsToBeSent(reason: Reason): boolean {
  const { layer, outcome } = REASONS[reason.code];
  if (reason.code === 'rest_waiting') return true;
  return outcome === 'waiting' && TRIES_AGAIN.has(layer);
}

/** Whether the message reached its recipient, but not all recipients of copies. */
export function isSentInPart({ code }: Reason): boolean {
  return code === 'rest_waiting' || code === 'rest_failed' || code === 'rest_cancelled';
}

/** Returns the layer that decided. */
export function layerOf({ code }: Reason): ReasonLayer {
  return REASONS[code].layer;
}

/** Returns the evidence with labels, in display order. */
export function evidenceOf({ evidence }: Reason): { field: EvidenceField; label: string; value: unknown }[] {
  const given = new Map<string, unknown>(Object.entries(evidence));
  const fields = Object.keys(EVIDENCE_FIELDS) as EvidenceField[];
  return fields
    .filter((field) => given.has(field))
    .map((field) => ({ field, label: EVIDENCE_FIELDS[field].label, value: given.get(field) }));
}

type AnyEvidence = Evidence<EvidenceField, EvidenceField>;

/** Returns the definition of a reason together with its evidence, in one type that TypeScript can relate. */
function opened({ code, evidence }: Reason): {
  definition: ReasonDefinition<EvidenceField, EvidenceField>;
  evidence: AnyEvidence;
} {
  return { definition: definitionOf(code), evidence: bySender(evidence as AnyEvidence) };
}

/** Returns the evidence with the name of the integration as the provider, because people know the integration by its name. */
function bySender(evidence: AnyEvidence): AnyEvidence {
  return evidence.sender === undefined ? evidence : { ...evidence, provider: evidence.sender };
}

function definitionOf(code: ReasonCode): ReasonDefinition<EvidenceField, EvidenceField> {
  return REASONS[code] as unknown as ReasonDefinition<EvidenceField, EvidenceField>;
}

/** Whether the reason is a cancellation: a user, an API key or Belfry ended the run. */
export function isCancellation({ code }: Reason): boolean {
  return code === 'canceled' || code === 'workflow_deleted';
}
