/** Behind what was sent: the sandbox accepted it, and nothing left. Lists show an icon in its place. */
export const SANDBOX_NOTE = ' (sandbox)';
