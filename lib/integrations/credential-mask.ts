/** Stands for every secret value that is not shown, whatever its length; given back it keeps the secret. */
export const CREDENTIAL_MASK = '••••••••';
