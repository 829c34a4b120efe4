/** Shown in place of every secret, whatever its length. A form that sends it back keeps the stored secret. */
export const CREDENTIAL_MASK = '••••••••';
