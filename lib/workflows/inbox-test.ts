/**
 * The identifier of the workflow that *Connect an inbox* creates for its test messages. It is no topic of the product: it is
 * not among the preferences of subscribers, and has no issues with integrations.
 */
export const INBOX_TEST = 'belfry-inbox-test';
