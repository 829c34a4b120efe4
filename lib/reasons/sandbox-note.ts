/** Follows the name of a message that the sandbox accepted instead of a provider. Lists show an icon instead. */
export const SANDBOX_NOTE = ' (sandbox)';
