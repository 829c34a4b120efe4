/** Wire shapes of alert rules and alerts, which are beyond the interface. */
import { z } from 'zod';
import { queryInt, queryText } from '#lib/api/query.ts';
import { storableText } from '#lib/api/text.ts';
import { Id, Timestamp } from '#lib/api/wire.ts';
import { TrialResult } from '#lib/integrations/trial-schema.ts';
import { Channel } from '#lib/providers/channel.ts';
import { isTimeZone } from '#lib/time/time-zone.ts';
import { ALERT_KIND_NAMES, AlertCondition } from './kinds/registry.ts';

const ClockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time from 00:00 to 23:59');

/** Hours in which nothing is sent. If `to` is earlier than `from`, the hours end on the next day. */
export const QuietHours = z
  .object({
    from: ClockTime.meta({ example: '22:00' }),
    to: ClockTime.meta({ example: '07:00' }),
    timezone: z.string().refine(isTimeZone, 'must be a time zone such as Europe/Berlin'),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'must differ from the start' });
export type QuietHours = z.infer<typeof QuietHours>;

/**
 * - `raised`: the condition holds.
 * - `resolved`: the condition no longer holds.
 */
export const NOTICES = ['raised', 'resolved'] as const;

/** A notice that was sent. */
export const AlertNotice = z.strictObject({
  about: z.enum(NOTICES),
  at: Timestamp,
  /** The name of the integration that sent the notice. */
  integration: z.string(),
  /** The recipient. Only the host of a webhook URL. */
  to: z.string(),
  /** Whether the integration was in sandbox mode, so that nothing was sent. */
  sandboxed: z.boolean(),
});
export type AlertNotice = z.infer<typeof AlertNotice>;

export const Alert = z.strictObject({
  _id: z.string(),
  ruleId: z.string(),
  ruleName: z.string(),
  kind: z.enum(ALERT_KIND_NAMES),
  /** The facts when the condition last held. */
  words: z.string(),
  raisedAt: Timestamp,
  endedAt: Timestamp.optional(),
  /** The cause of the end: the condition no longer holds, or the rule was paused or deleted. */
  endCause: z.enum(['resolved', 'paused', 'deleted']).optional(),
  /** The facts at the end. */
  endWords: z.string().optional(),
  notices: z.array(AlertNotice),
  /** The notice that is to be sent. */
  pending: z
    .strictObject({
      about: z.enum(NOTICES),
      /** The number of failed attempts. */
      attempts: z.int(),
      /** The time of the next attempt: the end of the quiet hours, or of the pause after a failure. */
      nextTryAt: Timestamp,
      isQuiet: z.boolean(),
    })
    .optional(),
  /** Why the last attempt to send failed. */
  problem: z.string().optional(),
});
export type Alert = z.infer<typeof Alert>;

/** Newest first. `next` is the cursor for `after`. */
export const AlertPage = z.strictObject({ data: z.array(Alert), next: z.string().nullable() });
export type AlertPage = z.infer<typeof AlertPage>;

export const ListAlertsQuery = z.object({
  limit: queryInt({ min: 1, max: 100, default: 20 }),
  /** The ID of an alert. Only older alerts are returned. */
  after: queryText(64),
  ruleId: queryText(64),
});
export type ListAlertsQuery = z.infer<typeof ListAlertsQuery>;

export const AlertRule = z.strictObject({
  _id: z.string(),
  name: z.string(),
  condition: AlertCondition,
  /** The condition as text. */
  phrase: z.string(),
  /** The integration that alerts are sent through. */
  integrationId: z.string(),
  /** The integration’s name, channel and mode. Absent if the integration was deleted. */
  integration: z.strictObject({ name: z.string(), channel: Channel, sandbox: z.boolean() }).optional(),
  to: z.string(),
  quietHours: QuietHours.optional(),
  active: z.boolean(),
  /** Why the rule cannot watch or send. */
  problem: z.string().optional(),
  /** The open alert. */
  alert: Alert.optional(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type AlertRule = z.infer<typeof AlertRule>;
export const AlertRuleList = z.array(AlertRule);

const name = storableText(100).trim().min(1, 'is required');
/** An email address, a phone number, a device token, or the webhook URL or channel of a chat. */
const to = storableText(2048).trim().min(1, 'is required');

export const CreateAlertRuleBody = z.object({
  name,
  /** The condition that the rule watches. */
  condition: AlertCondition,
  /** The integration that sends the alerts. Must not be the watched integration. */
  integrationId: Id,
  to,
  /** Hours in which nothing is sent. */
  quietHours: QuietHours.nullish(),
  active: z.boolean().default(true),
});
export type CreateAlertRuleBody = z.infer<typeof CreateAlertRuleBody>;

/** Absent fields stay unchanged. */
export const UpdateAlertRuleBody = z.object({
  name: name.optional(),
  condition: AlertCondition.optional(),
  integrationId: Id.optional(),
  to: to.optional(),
  /** Null removes the quiet hours. */
  quietHours: QuietHours.nullish(),
  active: z.boolean().optional(),
});
export type UpdateAlertRuleBody = z.infer<typeof UpdateAlertRuleBody>;

export const AlertRuleParams = z.object({ alertRuleId: Id });

export const AlertTestResult = TrialResult;
