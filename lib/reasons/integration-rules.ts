/**
 * The rules by which an integration can be chosen, in the words of `integration_selected`. The rule is recorded with
 * the run.
 */
export const INTEGRATION_RULES = {
  override: 'the trigger names it',
  condition: 'its conditions hold',
  switch: 'the gradual switch gives it this share of the subscribers',
  primary: 'it is the primary integration',
  failover: 'earlier integrations could not send',
  quota: 'the previous integration has used up its daily quota',
  stored: 'the subscriber is connected to it',
  newest: 'it is the newest active integration',
} as const;

export type IntegrationRule = keyof typeof INTEGRATION_RULES;
