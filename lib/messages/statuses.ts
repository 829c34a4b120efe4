export const MESSAGE_STATUSES = ['sent', 'error', 'warning'] as const;
