/** The suffix for a message that went to the sandbox. Lists show an icon instead. */
export const SANDBOX_NOTE = ' (sandbox)';
