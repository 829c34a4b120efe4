/** The provider of examples, because most people know it. */
export const EXAMPLE_PROVIDER = 'sendgrid';

/** The provider of examples with device tokens. */
export const EXAMPLE_PUSH_PROVIDER = 'fcm';
