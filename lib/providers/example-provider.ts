/** The provider of examples: the one that most people know. */
export const EXAMPLE_PROVIDER = 'sendgrid';

/** The provider of examples with device tokens. */
export const EXAMPLE_PUSH_PROVIDER = 'fcm';
