import { z } from 'zod';
import { Timestamp } from '#lib/api/wire.ts';
import { EVENT_KIND_NAMES } from '#lib/delivery-events/kinds.ts';

/** The latest results of reading the bounce mailbox of an integration. */
export const MailboxState = z.strictObject({
  /** Whether the settings of a mailbox are stored. If not, the other fields are absent. */
  isSet: z.boolean(),
  /** The time at which a worker last read the mailbox without an error. Emails may remain for the next round. */
  lookedAt: Timestamp.optional(),
  /** The time at which a worker last read a report about a message of the integration. */
  reportAt: Timestamp.optional(),
  reportKind: z.enum(EVENT_KIND_NAMES).optional(),
  /**
   * The time and the cause of a failure of the last attempt to read the mailbox. Both are absent after a successful
   * attempt.
   */
  failedAt: Timestamp.optional(),
  failedWords: z.string().optional(),
});
export type MailboxState = z.infer<typeof MailboxState>;
