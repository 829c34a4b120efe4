import type { DetailStatus } from './definition.ts';
import { reasonLabels } from './labels.ts';
import type { RunOutcome } from './outcome.ts';
import { REASONS, type ReasonCode } from './registry.ts';
import type { Cause, Side } from './side.ts';

/**
 * The side of each reason: the party that caused it and can change it. `provider` includes the servers that HTTP steps
 * call. `recipient` is data about the recipient, `choice` is what the recipient chose. `workflow` is the workflow, its
 * triggers and the people who act on its runs. `belfry` is this installation: its integrations, limits and workers.
 */
export const REASON_SIDES = {
  never_triggered: 'workflow',
  subscriber_unknown: 'recipient',
  subscriber_ambiguous: 'recipient',
  other_environment: 'workflow',
  workflow_unknown: 'workflow',
  workflow_inactive: 'workflow',
  payload_invalid: 'workflow',
  duplicate_transaction: 'workflow',
  recipient_invalid: 'workflow',
  retention_passed: 'belfry',
  not_in_topic: 'recipient',
  topic_condition: 'choice',
  fanout_running: 'belfry',
  fanout_failed: 'belfry',
  no_step: 'workflow',
  step_queued: 'belfry',
  conditions_matched: 'workflow',
  skip_condition: 'workflow',
  filter: 'workflow',
  render_failed: 'workflow',
  layout_missing: 'workflow',
  part_left_out: 'workflow',
  done: 'workflow',
  earlier_failed: 'workflow',
  request_failed: 'provider',
  host_unavailable: 'provider',
  response_invalid: 'provider',
  requested: 'provider',
  not_requested: 'belfry',
  response_ignored: 'provider',
  delayed: 'workflow',
  delay_finished: 'workflow',
  delay_invalid: 'workflow',
  extended_to_schedule: 'choice',
  extensions_spent: 'choice',
  digest_waiting: 'workflow',
  digest_finished: 'workflow',
  digest_first: 'workflow',
  digest_invalid: 'workflow',
  digest_merged: 'workflow',
  throttle_passed: 'workflow',
  throttle_invalid: 'workflow',
  throttled: 'workflow',
  preference_workflow: 'choice',
  preference_global: 'choice',
  preference_default: 'workflow',
  preference_condition: 'choice',
  outside_schedule: 'choice',
  no_address: 'recipient',
  address_changed: 'recipient',
  no_channel: 'recipient',
  no_token: 'recipient',
  token_gone: 'recipient',
  connection_refused: 'recipient',
  suppressed: 'recipient',
  subscriber_deleted: 'recipient',
  no_integration: 'belfry',
  override_unknown: 'belfry',
  provider_unsupported: 'belfry',
  integration_selected: 'belfry',
  message_created: 'belfry',
  sent: 'provider',
  sandboxed: 'belfry',
  stored: 'belfry',
  data_left_out: 'provider',
  would_send: 'provider',
  provider_rejected: 'provider',
  address_refused: 'recipient',
  provider_auth: 'belfry',
  provider_account: 'provider',
  integration_invalid: 'belfry',
  secret_unreadable: 'belfry',
  provider_rate_limited: 'provider',
  rate_limit_waiting: 'belfry',
  rate_limit_exceeded: 'belfry',
  quota_waiting: 'belfry',
  quota_exceeded: 'belfry',
  provider_unavailable: 'provider',
  retry_waiting: 'provider',
  retries_exhausted: 'provider',
  outbound_blocked: 'belfry',
  mailbox_waiting: 'recipient',
  mailbox_exhausted: 'recipient',
  rest_waiting: 'provider',
  rest_failed: 'provider',
  rest_cancelled: 'workflow',
  delivered: 'provider',
  bounced: 'recipient',
  dropped: 'provider',
  complained: 'choice',
  unsubscribed: 'choice',
  canceled: 'workflow',
  retry_requested: 'workflow',
  resend_requested: 'workflow',
  message_deleted: 'choice',
  workflow_deleted: 'workflow',
  outcome_unknown: 'belfry',
  poison: 'belfry',
  unrecorded: 'belfry',
} as const satisfies Record<ReasonCode, Side>;

/** Returns the side of the cause. Undefined for a reason that only records success or progress. */
export function sideOf(code: ReasonCode): Side | undefined {
  const { status, outcome }: { status: DetailStatus; outcome?: RunOutcome } = REASONS[code];
  if (status === 'Failed' || status === 'Warning') return REASON_SIDES[code];
  return outcome === undefined || SUCCESSES.has(outcome) ? undefined : REASON_SIDES[code];
}

/** Returns the cause of a result with this reason. Undefined in the same cases as for `sideOf`. */
export function causeOf({ code, evidence }: { code: ReasonCode; evidence: object }): Cause | undefined {
  const side = sideOf(code);
  const isSimulated = 'answeredBy' in evidence && evidence.answeredBy !== undefined;
  return side && { side, ...(isSimulated && { isSimulated }) };
}

const SUCCESSES: ReadonlySet<string> = new Set<RunOutcome>(['sent', 'done', 'running']);

/** Returns the reasons of a side that decide outcomes, which are the reasons that the filter offers. */
export function reasonsOfSide(side: Side): ReasonCode[] {
  const codes = Object.keys(reasonLabels) as (keyof typeof reasonLabels)[];
  return codes.filter((code) => sideOf(code) === side);
}
