import { z } from 'zod';

/** Spec 2.5: integrations that deliver messages, and agent runtimes, which are only stored and listed. */
export const IntegrationKind = z.enum(['delivery', 'agent']);
export type IntegrationKind = z.infer<typeof IntegrationKind>;
