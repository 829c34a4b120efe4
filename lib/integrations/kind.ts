import { z } from 'zod';

/** Spec 2.5: what delivers, and agent runtimes, which are kept and listed only. */
export const IntegrationKind = z.enum(['delivery', 'agent']);
export type IntegrationKind = z.infer<typeof IntegrationKind>;
