/**
 * The identifier of the workflow that *Connect an inbox* creates for its test messages. This workflow is not part of
 * the customer's product, so the preferences of subscribers omit it, and it gets no issues about integrations.
 */
export const INBOX_TEST = 'belfry-inbox-test';
