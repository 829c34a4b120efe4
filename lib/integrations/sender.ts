/** The integration through which a message was sent or attempted, beyond the interface. */
import { z } from 'zod';

/** Without a name, the integration no longer exists. A deleted integration keeps its name and has no identifier. */
export const Sender = z.strictObject({
  _id: z.string(),
  name: z.string().optional(),
  /** Opens the integration: `integrations?open=<identifier>`. */
  identifier: z.string().optional(),
});
export type Sender = z.infer<typeof Sender>;
