/**
 * Replaces every secret in responses, regardless of the length of the secret. If a form sends the mask back, the stored
 * secret stays.
 */
export const CREDENTIAL_MASK = '••••••••';
