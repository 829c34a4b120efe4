/** Wire shapes of environments. */
import { z } from 'zod';

/** An element of GET /v1/environments. API keys are never part of it. */
export const Environment = z.strictObject({
  _id: z.string(),
  name: z.string(),
  _organizationId: z.string(),
  identifier: z.string(),
  /** Stands in the addresses of dashboard pages; unique in the organization. */
  slug: z.string(),
  type: z.enum(['dev', 'prod']),
});
export type Environment = z.infer<typeof Environment>;

/** Response of GET /v1/environments, in the organization's order. */
export const EnvironmentList = z.array(Environment);
export type EnvironmentList = z.infer<typeof EnvironmentList>;
