/** Wire shapes of notifications, called Activity in the dashboard (spec 2.11, 4.8). */
import { z } from 'zod';
import { queryArray, queryBoolean, queryContextKeys, queryInt, queryText } from '#lib/api/query.ts';
import { GivenReason, JsonObject, storableText } from '#lib/api/text.ts';
import { MAX_PAGE, Timestamp } from '#lib/api/wire.ts';
import { StepFilter } from '#lib/conditions/step-filter-schema.ts';
import { Sender } from '#lib/integrations/sender.ts';
import { EqualMessages } from '#lib/notifications/copies/equal.ts';
import { HeldBy, Lateness } from '#lib/notifications/lateness/lateness.ts';
import { OutcomeSummary } from '#lib/notifications/list/run-summary.ts';
import { LISTED_STATUSES } from '#lib/notifications/status/live-statuses.ts';
import { ProviderId } from '#lib/providers/provider-id.ts';
import { REASON_CODES } from '#lib/reasons/registry.ts';
import { WireReason } from '#lib/reasons/schema.ts';
import { SIDES } from '#lib/reasons/side.ts';
import { StepTypeName } from '#lib/steps/step-type.ts';
import { SLOWER_THAN } from '#lib/time/slowness.ts';
import { TimeUnit } from '#lib/time/time-unit.ts';
import { WorkflowOrigin } from '#lib/workflows/origin.ts';
import { Severity } from '#lib/workflows/severity.ts';
import { MonthlyType, Ordinal, OrdinalValue, WeekDay, WorkflowTrigger } from '#lib/workflows/template.ts';

export const EXECUTION_DETAIL_STATUSES = [
  'Success',
  'Warning',
  'Failed',
  'Pending',
  'Queued',
  'ReadConfirmation',
] as const;
export const ExecutionDetailStatus = z.enum(EXECUTION_DETAIL_STATUSES);
export type ExecutionDetailStatus = z.infer<typeof ExecutionDetailStatus>;

const ExecutionDetailSource = z.enum(['Credentials', 'Internal', 'Payload', 'Webhook']);

/** Spec 2.11. A missing `providerId` is omitted, never null. */
export const ExecutionDetail = z.strictObject({
  _id: z.string(),
  createdAt: Timestamp.optional(),
  status: ExecutionDetailStatus,
  detail: z.string(),
  isRetry: z.boolean(),
  isTest: z.boolean(),
  providerId: ProviderId.optional(),
  raw: z.string().nullish(),
  source: ExecutionDetailSource,
  /** Beyond the interface: the message that this detail is about. */
  _messageId: z.string().optional(),
  /** Beyond the interface: the meaning of `detail` in a form for programs. */
  reason: WireReason.optional(),
});
export type ExecutionDetail = z.infer<typeof ExecutionDetail>;

const jobStepFields = {
  _id: z.string(),
  active: z.boolean(),
  filters: z.array(StepFilter),
  _templateId: z.string(),
  replyCallback: JsonObject.optional(),
  controlVariables: JsonObject.optional(),
  metadata: JsonObject.optional(),
  issues: JsonObject.optional(),
  template: JsonObject.optional(),
  name: z.string().optional(),
  _parentId: z.string().nullish(),
};

/** Spec 2.11, the step of a job. Its `variants` have the same shape. */
const JobStep: z.ZodType<JobStep> = z.strictObject({
  ...jobStepFields,
  variants: z.lazy(() => z.array(JobStep)).optional(),
});
type JobStep = z.infer<z.ZodObject<typeof jobStepFields>> & { variants?: JobStep[] | undefined };

/** Spec 2.11, the digest of a job. */
const DigestMetadata = z.strictObject({
  type: z.enum(['regular', 'backoff', 'timed']),
  digestKey: z.string().optional(),
  amount: z.number().optional(),
  unit: TimeUnit.optional(),
  events: z.array(JsonObject).optional(),
  backoff: z.boolean().optional(),
  backoffAmount: z.number().optional(),
  backoffUnit: TimeUnit.optional(),
  updateMode: z.boolean().optional(),
  timed: z
    .strictObject({
      atTime: z.string().optional(),
      weekDays: z.array(WeekDay).optional(),
      monthDays: z.array(z.number()).optional(),
      ordinal: Ordinal.optional(),
      ordinalValue: OrdinalValue.optional(),
      monthlyType: MonthlyType.optional(),
      cronExpression: z.string().optional(),
      untilDate: z.string().optional(),
    })
    .optional(),
});

/** Spec 2.11. `providerId` is required, so jobs without a provider have the ID of the in-app provider. */
export const Job = z.strictObject({
  _id: z.string(),
  type: StepTypeName,
  digest: DigestMetadata.optional(),
  executionDetails: z.array(ExecutionDetail),
  step: JobStep,
  overrides: JsonObject.optional(),
  payload: JsonObject.optional(),
  providerId: ProviderId,
  status: z.string(),
  updatedAt: Timestamp.optional(),
  scheduleExtensionsCount: z.number().optional(),
  /** Beyond the interface: the integration through which the step sent last. */
  integration: Sender.optional(),
  /** Beyond the interface: why the job has its status. */
  reason: WireReason.optional(),
});
export type Job = z.infer<typeof Job>;

const NotificationSubscriber = z.strictObject({
  firstName: z.string().optional(),
  subscriberId: z.string(),
  _id: z.string(),
  lastName: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  /** Beyond the interface: the time at which the subscriber was deleted. */
  deletedAt: Timestamp.optional(),
});

const NotificationTemplate = z.strictObject({
  _id: z.string().optional(),
  name: z.string(),
  origin: WorkflowOrigin.optional(),
  triggers: z.array(WorkflowTrigger),
  /** Beyond the interface: the time at which the workflow was deleted. */
  deletedAt: Timestamp.optional(),
  /** Beyond the interface: the hours after the trigger in which the run may be retried, sent again or recovered. */
  resendWithinHours: z.int().optional(),
});

/** Spec 2.11. An unknown field is omitted, never null. */
export const Notification = z.strictObject({
  _id: z.string().optional(),
  _environmentId: z.string(),
  _organizationId: z.string(),
  _subscriberId: z.string(),
  transactionId: z.string(),
  _templateId: z.string().optional(),
  _digestedNotificationId: z.string().optional(),
  createdAt: Timestamp.optional(),
  updatedAt: Timestamp.optional(),
  channels: z.array(StepTypeName).optional(),
  subscriber: NotificationSubscriber.optional(),
  template: NotificationTemplate.optional(),
  jobs: z.array(Job).optional(),
  payload: JsonObject.optional(),
  tags: z.array(z.string()).optional(),
  controls: JsonObject.optional(),
  to: JsonObject.optional(),
  topics: z.array(z.strictObject({ _topicId: z.string(), topicKey: z.string() })).optional(),
  severity: Severity.optional(),
  critical: z.boolean().optional(),
  contextKeys: z.array(z.string()).optional(),
  /** Beyond the interface: the reason why the run was ended from outside, even if nothing was left to cancel. */
  ended: WireReason.optional(),
  /** Beyond the interface: the run and step that this run sends again. */
  resendOf: z.strictObject({ notificationId: z.string(), jobId: z.string() }).optional(),
  /** Beyond the interface: the content is withheld from this caller. */
  withheld: z.literal(true).optional(),
  /** Beyond the interface: the delay of a message that was sent late. Only in responses with a single run. */
  late: Lateness.optional(),
  /** Beyond the interface: the outages that held up a step, the oldest first. Only in responses with a single run. */
  outages: z.array(HeldBy).optional(),
  /**
   * Beyond the interface: equal messages. Only in responses with a single run, and only for people, not for API keys.
   */
  equal: EqualMessages.optional(),
  /** Beyond the interface: the result of the run. Only in responses with a single run. */
  summary: OutcomeSummary.optional(),
});
export type Notification = z.infer<typeof Notification>;

/** The response with a single run. */
export const SummarisedRun = Notification.required({ summary: true });
export type SummarisedRun = z.infer<typeof SummarisedRun>;

/** Response of spec 4.8. */
export const NotificationPage = z.strictObject({
  hasMore: z.boolean(),
  data: z.array(Notification),
  pageSize: z.int(),
  page: z.int(),
  /** Beyond the interface: a filter without an index did not search the runs before this time. */
  searchedTo: Timestamp.optional(),
});
export type NotificationPage = z.infer<typeof NotificationPage>;

/**
 * Query of spec 4.8. `after` and `before` stay text: for invalid dates or a wrong order the service returns 400.
 * `contextKeys` is sorted. An empty list matches notifications without context.
 */
export const ListNotificationsQuery = z.object({
  channels: queryArray(StepTypeName),
  templates: queryArray(storableText(255)),
  emails: queryArray(storableText(255)),
  search: queryText(),
  subscriberIds: queryArray(storableText(255)),
  severity: queryArray(Severity),
  page: queryInt({ min: 0, max: MAX_PAGE, default: 0 }),
  limit: queryInt({ min: 1, max: 50, default: 10 }),
  transactionId: queryArray(storableText(512)),
  topicKey: queryText(),
  subscriptionId: queryText(),
  contextKeys: queryContextKeys(),
  after: queryText(64),
  before: queryText(64),
  /** Extension: returns one run, or an empty page if the run was deleted. */
  notificationId: queryText(),
  /**
   * Extension. With `channels`, a step of one of these types ended in the same way as the run: failed, sent or skipped.
   * `partly`: runs that were sent, but a step was skipped or cancelled. This status searches the newest 20,000 sent
   * runs.
   */
  status: queryArray(z.enum(LISTED_STATUSES)),
  /** Extension: the reasons that decided the outcome of the run. */
  reason: queryArray(z.enum(REASON_CODES)),
  /** Extension: the side of the reason. With `reason`, a run has to match both filters. */
  side: queryArray(z.enum(SIDES)),
  /**
   * Extension: the `_id`s of integrations through which a step last sent, or tried to send. Searches the newest 20,000
   * runs.
   */
  integrationId: queryArray(storableText(255)),
  /** Extension: IDs of providers through which a step last sent, or tried to send. Searches the newest 20,000 runs. */
  providerId: queryArray(storableText(255)),
  /** Extension: the `_id` of a recovery that retried the run. */
  recoveryId: queryText(),
  /**
   * Extension: runs that ended at least this long after their trigger. The time includes delays and digests of the
   * workflow.
   */
  slowerThan: z.enum(SLOWER_THAN).optional(),
  /** Extension: `summary` returns a RunSummaryPage. */
  view: z.enum(['full', 'summary']).optional(),
});
export type ListNotificationsQuery = z.infer<typeof ListNotificationsQuery>;

/** Query of GET /v1/notifications/waiting, an extension. */
export const ListWaitingQuery = ListNotificationsQuery.pick({ page: true, limit: true });
export type ListWaitingQuery = z.infer<typeof ListWaitingQuery>;

/** Path of GET /v1/notifications/{notificationId}. */
export const NotificationParams = z.object({ notificationId: storableText(255).min(1) });
export type NotificationParams = z.infer<typeof NotificationParams>;

/** Query of GET /v1/notifications/{notificationId} and GET /v1/messages/{messageId}, an extension. */
export const RevealQuery = z.object({ reveal: queryBoolean() });
export type RevealQuery = z.infer<typeof RevealQuery>;

/** Path of POST /v1/notifications/{notificationId}/steps/{jobId}/retry, an extension. */
export const StepParams = NotificationParams.extend({ jobId: storableText(255).min(1) });

/** Body of POST /v1/notifications/{notificationId}/steps/{jobId}/retry. Clients may leave it out. */
export const RetryStepBody = z.object({
  /** Why the step is retried, for the run and the audit log. */
  reason: GivenReason.optional(),
  /** The `updatedAt` of the step that the caller saw. If the step was retried later, the response is a conflict. */
  updatedAt: Timestamp.optional(),
});
export type RetryStepBody = z.infer<typeof RetryStepBody>;

/** Response of a manual retry. */
export const RetriedStep = z.strictObject({ acknowledged: z.literal(true), status: z.literal('queued') });
export type RetriedStep = z.infer<typeof RetriedStep>;

/** Body of POST /v1/notifications/{notificationId}/steps/{jobId}/resend, an extension. */
export const ResendStepBody = z.object({
  /** Why the message is sent again, for the run and the audit log. */
  reason: GivenReason,
});
export type ResendStepBody = z.infer<typeof ResendStepBody>;

/** Response with the run that sends the step again. */
export const ResentRun = z.strictObject({ acknowledged: z.literal(true), notificationId: z.string() });
export type ResentRun = z.infer<typeof ResentRun>;
