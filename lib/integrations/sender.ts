/** The integration through which a message was sent or attempted, beyond the interface. */
import { z } from 'zod';

/** A deleted integration has a name, but no identifier. Without a name, the integration is unknown. */
export const Sender = z.strictObject({
  _id: z.string(),
  name: z.string().optional(),
  /** The identifier for the link `integrations?open=<identifier>`. */
  identifier: z.string().optional(),
});
export type Sender = z.infer<typeof Sender>;
