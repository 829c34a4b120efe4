/** The PostgreSQL notification channel that announces changes of inboxes and ended inbox sessions. */
export const INBOX_CHANNEL = 'belfry_inbox';

/**
 * The PostgreSQL notification channel on which web processes announce followed environments, as IDs separated by
 * commas.
 */
export const INBOX_FOLLOWED_CHANNEL = 'belfry_inbox_followed';
