import { z } from 'zod';
import { Timestamp } from '#lib/api/wire.ts';

export const SenderRecord = z.strictObject({
  record: z.enum(['SPF', 'DKIM', 'DMARC']),
  /** `unknown`: the DNS did not respond, or each account has its own record. */
  state: z.enum(['good', 'missing', 'wrong', 'unknown']),
  /** The name in the DNS. */
  name: z.string(),
  /** A sentence about the record. */
  says: z.string(),
  /** The present record. */
  found: z.string().optional(),
  /** The record to enter. */
  enter: z.string().optional(),
});
export type SenderRecord = z.infer<typeof SenderRecord>;

/** Response of GET /v1/integrations/{integrationId}/sender-domain. */
export const SenderDomain = z.strictObject({
  /** The domain of the sender. Absent if the integration has none. */
  domain: z.string().optional(),
  /** Why nothing was checked. */
  notChecked: z.string().optional(),
  /** The vendor's page about the records. */
  docsLink: z.string().optional(),
  /** Absent if nothing was checked. */
  checkedAt: Timestamp.optional(),
  records: z.array(SenderRecord),
});
export type SenderDomain = z.infer<typeof SenderDomain>;
