import type { ReasonCode } from './registry.ts';

/**
 * The names of the reasons that decide how runs end, for lists to choose from. `sent` is not among them: the status
 * says the same.
 */
export const reasonLabels = {
  skip_condition: 'Step’s condition',
  filter: 'Step’s filter',
  topic_condition: 'Subscription’s condition',
  preference_workflow: 'Switched off for this workflow',
  preference_global: 'Switched off for all workflows',
  preference_default: 'Off by the workflow’s default',
  preference_condition: 'Preference’s condition',
  outside_schedule: 'Outside the subscriber’s hours',
  no_address: 'No e-mail address or phone number',
  no_channel: 'No chat connection or push device',
  no_token: 'No push device left',
  token_gone: 'Push device gone',
  suppressed: 'Address suppressed',
  subscriber_deleted: 'Subscriber deleted',
  no_step: 'No active step',
  no_integration: 'No active integration',
  override_unknown: 'Unknown integration asked for',
  provider_unsupported: 'Provider not supported',
  provider_rejected: 'Refused by the provider',
  provider_auth: 'Credentials refused',
  retries_exhausted: 'Gave up after retries',
  outbound_blocked: 'Private address blocked',
  bounced: 'Bounced',
  render_failed: 'Could not be rendered',
  request_failed: 'HTTP request failed',
  response_invalid: 'Response not as expected',
  delay_invalid: 'Delay makes no sense',
  digest_invalid: 'Digest makes no sense',
  throttle_invalid: 'Throttle makes no sense',
  throttled: 'Throttled',
  digest_merged: 'Joined a digest',
  earlier_failed: 'An earlier step failed',
  canceled: 'Cancelled on request',
  workflow_deleted: 'Workflow deleted',
  poison: 'Ended several workers',
  sandboxed: 'Accepted in sandbox mode',
} as const satisfies Partial<Record<ReasonCode, string>>;
