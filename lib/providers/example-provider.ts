/** The provider that examples use, because most people know it. */
export const EXAMPLE_PROVIDER = 'sendgrid';

/** The push provider that examples use. */
export const EXAMPLE_PUSH_PROVIDER = 'fcm';
