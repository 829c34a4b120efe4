/** Replaces every secret in responses, regardless of its length. If a form sends it back, the stored secret stays. */
export const CREDENTIAL_MASK = '••••••••';
