/** Wire shapes of topics and their subscriptions. */
import { z } from 'zod';
import { CursorQuery, pageOf } from '#lib/api/cursor-page.ts';
import { queryArray, queryBoolean, queryContextKeys, queryText } from '#lib/api/query.ts';
import { chosenId, JsonObject, storableText } from '#lib/api/text.ts';
import { Timestamp } from '#lib/api/wire.ts';
import { ContextInput } from '#lib/contexts/schema.ts';
import { WorkflowSummary } from '#lib/workflows/schema.ts';

/** The largest number of subscriptions that one request may create or delete. */
const MAX_SUBSCRIPTIONS = 100;
/** The largest number of preferences in one request, and of workflows or tags in each. */
const MAX_PREFERENCES = 100;

const TopicKey = storableText(255).min(1, 'must not be empty');
const SubscriptionIdentifier = storableText(512).min(1, 'must not be empty');
const DisplayName = storableText(255);

export const TopicParams = z.object({ topicKey: TopicKey });
export const SubscriptionParams = z.object({ topicKey: TopicKey, subscriptionId: SubscriptionIdentifier });
/** A subscriber's ID. Spaces around it are ignored. */
const SubscriberKey = storableText(255).trim().min(1, 'must not be empty');

export const TopicSubscriberParams = z.object({ topicKey: TopicKey, subscriberId: SubscriberKey });

export const Topic = z.strictObject({
  _id: z.string(),
  key: z.string(),
  name: z.string().optional(),
  data: JsonObject.optional(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Topic = z.infer<typeof Topic>;

/** A topic in a list. The fields added here are not in the interface, and appear only if requested. */
export const ListedTopic = Topic.extend({
  /** The number of subscriptions, at most 10,000. */
  subscriptionCount: z.int().nonnegative().optional(),
  /** Whether there are more subscriptions than `subscriptionCount`. */
  subscriptionCountCapped: z.boolean().optional(),
});
export type ListedTopic = z.infer<typeof ListedTopic>;

export const TopicPage = pageOf(ListedTopic);
export type TopicPage = z.infer<typeof TopicPage>;

/**
 * Query of GET /v2/topics. `key` and `name` match substrings of any case. An addition to the interface: `q` matches a
 * part of the key or the name, and the list can be sorted by `key`.
 */
export const ListTopicsQuery = CursorQuery.extend({
  orderBy: z.enum(['_id', 'createdAt', 'key']).default('_id'),
  key: queryText(),
  name: queryText(),
  q: queryText(),
  /** An addition to the interface: each topic has `subscriptionCount` and `subscriptionCountCapped`. */
  includeSubscriptionCount: queryBoolean(),
});
export type ListTopicsQuery = z.infer<typeof ListTopicsQuery>;

/** Body of POST /v2/topics. An absent field keeps the stored value, null removes the data. */
export const CreateTopicBody = z.object({
  key: chosenId(255),
  name: DisplayName.optional(),
  data: JsonObject.nullish(),
});
export type CreateTopicBody = z.infer<typeof CreateTopicBody>;

export const CreateTopicQuery = z.object({ failIfExists: queryBoolean() });

/** Body of PATCH /v2/topics/{topicKey}. */
export const UpdateTopicBody = CreateTopicBody.omit({ key: true });
export type UpdateTopicBody = z.infer<typeof UpdateTopicBody>;

export const DeletedTopic = z.strictObject({ acknowledged: z.boolean() });

/** The fields of the subscriber in a subscription. */
const SubscriptionSubscriber = z.strictObject({
  _id: z.string(),
  subscriberId: z.string(),
  avatar: z.string().nullish(),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  email: z.string().nullish(),
});

/**
 * Switches a subscription on or off for a workflow, or sets its condition. Without `workflow`, the preference applies
 * to all workflows.
 */
export const SubscriptionPreference = z.strictObject({
  subscriptionId: z.string(),
  workflow: WorkflowSummary.optional(),
  enabled: z.boolean(),
  condition: JsonObject.optional(),
});
export type SubscriptionPreference = z.infer<typeof SubscriptionPreference>;

export const Subscription = z.strictObject({
  _id: z.string(),
  identifier: z.string(),
  name: z.string().optional(),
  topic: Topic,
  subscriber: SubscriptionSubscriber,
  preferences: z.array(SubscriptionPreference).optional(),
  contextKeys: z.array(z.string()).optional(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Subscription = z.infer<typeof Subscription>;

export const SubscriptionPage = pageOf(Subscription);
export type SubscriptionPage = z.infer<typeof SubscriptionPage>;

/** Response of GET /v2/topics/{topicKey}/subscriptions/{subscriptionId}. */
export const SubscriptionDetails = z.strictObject({
  id: z.string(),
  identifier: z.string(),
  name: z.string().optional(),
  preferences: z.array(SubscriptionPreference).optional(),
  contextKeys: z.array(z.string()).optional(),
});
export type SubscriptionDetails = z.infer<typeof SubscriptionDetails>;

/** Query of the subscriptions of a topic. */
export const ListSubscriptionsQuery = CursorQuery.extend({
  subscriberId: queryText(),
  contextKeys: queryContextKeys(),
});
export type ListSubscriptionsQuery = z.infer<typeof ListSubscriptionsQuery>;

/** Query of the subscriptions of a subscriber. `key` is the key of a topic. */
export const ListSubscriberSubscriptionsQuery = CursorQuery.extend({
  key: queryText(),
  contextKeys: queryContextKeys(),
});
export type ListSubscriberSubscriptionsQuery = z.infer<typeof ListSubscriberSubscriptionsQuery>;

const PreferenceRule = { enabled: z.boolean().optional(), condition: JsonObject.optional() };
const WorkflowName = storableText(512).min(1, 'must not be empty');
const WorkflowNames = z
  .array(WorkflowName)
  .max(MAX_PREFERENCES, `must contain no more than ${MAX_PREFERENCES} elements`);

/**
 * Names one workflow by `_id`, identifier or slug, or several workflows by identifiers and tags. Without identifiers
 * and tags, the preference is for all workflows. A condition in JSON Logic takes precedence over `enabled`.
 */
const PreferenceInput = z.union([
  WorkflowName,
  z.object({ ...PreferenceRule, workflowId: WorkflowName }),
  z.object({
    ...PreferenceRule,
    filter: z.object({ workflowIds: WorkflowNames.optional(), tags: WorkflowNames.optional() }),
  }),
]);
export type PreferenceInput = z.infer<typeof PreferenceInput>;

const Preferences = z
  .array(PreferenceInput)
  .max(MAX_PREFERENCES, `must contain no more than ${MAX_PREFERENCES} elements`);

function listOf<Item extends z.ZodType>(item: Item) {
  return z.array(item).max(MAX_SUBSCRIPTIONS, `must contain no more than ${MAX_SUBSCRIPTIONS} elements`);
}

/**
 * Body of POST /v2/topics/{topicKey}/subscriptions. If the topic does not exist, it is created with the name `name`.
 */
export const CreateSubscriptionsBody = z.object({
  /** Deprecated by the interface: the same as `subscriptions`. */
  subscriberIds: listOf(SubscriberKey).optional(),
  subscriptions: listOf(
    z.union([
      SubscriberKey,
      z.object({ identifier: chosenId(512), subscriberId: SubscriberKey, name: DisplayName.optional() }),
    ]),
  ).optional(),
  name: DisplayName.optional(),
  context: ContextInput.optional(),
  preferences: Preferences.optional(),
});
export type CreateSubscriptionsBody = z.infer<typeof CreateSubscriptionsBody>;

/** Query of POST /v2/topics/{topicKey}/subscriptions, an addition to the interface. With `dryRun`, nothing is saved. */
export const CreateSubscriptionsQuery = z.object({ dryRun: queryBoolean() });

/**
 * Body of PATCH /v2/topics/{topicKey}/subscriptions/{subscriptionId}. Given preferences replace the stored preferences.
 */
export const UpdateSubscriptionBody = z.object({ name: DisplayName.optional(), preferences: Preferences.optional() });
export type UpdateSubscriptionBody = z.infer<typeof UpdateSubscriptionBody>;

/** Body of DELETE /v2/topics/{topicKey}/subscriptions. A subscriber's ID names all of its subscriptions to the topic. */
export const DeleteSubscriptionsBody = z.object({
  subscriberIds: listOf(SubscriberKey).optional(),
  subscriptions: listOf(
    z.union([
      TopicKey,
      z
        .object({ identifier: SubscriptionIdentifier.optional(), subscriberId: SubscriberKey.optional() })
        .refine((each) => each.identifier !== undefined || each.subscriberId !== undefined, 'must name a subscription'),
    ]),
  ).optional(),
});
export type DeleteSubscriptionsBody = z.infer<typeof DeleteSubscriptionsBody>;

const SubscriptionFailure = z.strictObject({ subscriberId: z.string(), code: z.string(), message: z.string() });
export type SubscriptionFailure = z.infer<typeof SubscriptionFailure>;

/** The results for the subscriptions that a request named. */
export const SubscriptionResults = z.strictObject({
  data: z.array(Subscription),
  meta: z.strictObject({
    totalCount: z.int().nonnegative(),
    successful: z.int().nonnegative(),
    failed: z.int().nonnegative(),
  }),
  errors: z.array(SubscriptionFailure).optional(),
});
export type SubscriptionResults = z.infer<typeof SubscriptionResults>;

/** Response of GET /v1/topics/{topicKey}/subscribers/{subscriberId}. */
export const TopicSubscriber = z.strictObject({
  _organizationId: z.string(),
  _environmentId: z.string(),
  _subscriberId: z.string(),
  _topicId: z.string(),
  topicKey: z.string(),
  externalSubscriberId: z.string(),
});
export type TopicSubscriber = z.infer<typeof TopicSubscriber>;

/** A workflow that was triggered for the topic. */
const ReachingWorkflow = z.strictObject({
  /** Null if the workflow was deleted so long ago that its identifier is unknown. */
  workflowId: z.string().nullable(),
  _workflowId: z.string(),
  name: z.string(),
  /** The runs of the last 7 days, at most 10,000. */
  recentRuns: z.int().nonnegative(),
  recentRunsCapped: z.boolean(),
  lastRunAt: Timestamp,
});

/** Counts of the subscriptions that were read. */
const SubscriptionLimits = z.strictObject({
  /** The number of subscriptions that were read: at most the newest 10,000. */
  read: z.int().nonnegative(),
  isWhole: z.boolean(),
  /** The number of subscriptions that only triggers with the same context reach. */
  withContext: z.int().nonnegative(),
  /**
   * The number of subscriptions with conditions, by workflow. Without `workflowId`, the condition applies to all
   * workflows.
   */
  conditions: z.array(
    z.strictObject({
      _workflowId: z.string().optional(),
      workflowId: z.string().optional(),
      name: z.string().optional(),
      /** The number of subscriptions for which a condition in JSON Logic decides. */
      conditional: z.int().nonnegative(),
      switchedOff: z.int().nonnegative(),
      switchedOn: z.int().nonnegative(),
    }),
  ),
});

/** Response of GET /v2/topics/{topicKey}/reach. */
export const TopicReach = z.strictObject({
  /** The workflow with the newest run comes first. At most 50. */
  workflows: z.array(ReachingWorkflow),
  subscriptions: SubscriptionLimits,
});
export type TopicReach = z.infer<typeof TopicReach>;

// The subscriptions that a subscriber reads and changes in an inbox.

/** A subscription as the inbox shows it. Its preferences are for single workflows, never for all workflows. */
const OwnSubscription = SubscriptionDetails.omit({ contextKeys: true });
export type OwnSubscription = z.infer<typeof OwnSubscription>;

export const OwnSubscriptionAnswer = z.strictObject({ data: OwnSubscription });
export type OwnSubscriptionAnswer = z.infer<typeof OwnSubscriptionAnswer>;

export const OwnSubscriptionList = z.strictObject({ data: z.array(OwnSubscription) });
export type OwnSubscriptionList = z.infer<typeof OwnSubscriptionList>;

export const OwnSubscriptionParams = TopicParams.extend({ identifier: SubscriptionIdentifier });
export type OwnSubscriptionParams = z.infer<typeof OwnSubscriptionParams>;

/** Returns only the preferences for these workflows. */
export const OwnSubscriptionQuery = z.object({
  workflowIds: queryArray(storableText(512)),
  tags: queryArray(storableText(255)),
});
export type OwnSubscriptionQuery = z.infer<typeof OwnSubscriptionQuery>;

export const CreateOwnSubscriptionBody = CreateSubscriptionsBody.pick({ name: true, preferences: true }).extend({
  /** If absent or empty, the identifier is formed from topic, subscriber and context. */
  identifier: z.union([z.literal(''), chosenId(512)]).optional(),
  /** If the topic does not exist, it is created with this name. */
  topic: z.object({ name: DisplayName.optional() }).optional(),
});
export type CreateOwnSubscriptionBody = z.infer<typeof CreateOwnSubscriptionBody>;

export const DeletedOwnSubscription = z.strictObject({ data: z.strictObject({ success: z.literal(true) }) });
export type DeletedOwnSubscription = z.infer<typeof DeletedOwnSubscription>;

export const OwnRuleParams = z.object({ identifier: SubscriptionIdentifier, workflowId: WorkflowName });
export type OwnRuleParams = z.infer<typeof OwnRuleParams>;

/** A condition in JSON Logic takes precedence over `enabled`. An absent field keeps its value. */
export const OwnRuleBody = z.object({ enabled: z.boolean().optional(), condition: JsonObject.optional() });
export type OwnRuleBody = z.infer<typeof OwnRuleBody>;

export const OwnRuleAnswer = z.strictObject({ data: SubscriptionPreference });
export type OwnRuleAnswer = z.infer<typeof OwnRuleAnswer>;
