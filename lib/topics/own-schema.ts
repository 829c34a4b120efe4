/** Wire shapes of subscriptions as their subscriber changes them in an inbox. */
import { z } from 'zod';
import { queryArray } from '#lib/api/query.ts';
import { chosenId, JsonObject, storableText } from '#lib/api/text.ts';
import { CreateSubscriptionsBody, SubscriptionDetails, SubscriptionParams, SubscriptionPreference, TopicParams } from './schema.ts';

/** Only preferences for a workflow, not the one for all. */
const OwnSubscription = SubscriptionDetails.omit({ contextKeys: true });
export type OwnSubscription = z.infer<typeof OwnSubscription>;

export const OwnSubscriptionAnswer = z.strictObject({ data: OwnSubscription });
export type OwnSubscriptionAnswer = z.infer<typeof OwnSubscriptionAnswer>;

export const OwnSubscriptionList = z.strictObject({ data: z.array(OwnSubscription) });
export type OwnSubscriptionList = z.infer<typeof OwnSubscriptionList>;

const identifier = SubscriptionParams.shape.subscriptionId;

export const OwnSubscriptionParams = TopicParams.extend({ identifier });
export type OwnSubscriptionParams = z.infer<typeof OwnSubscriptionParams>;

/** Limits the preferences to those for these workflows. */
export const OwnSubscriptionQuery = z.object({
  workflowIds: queryArray(storableText(512)),
  tags: queryArray(storableText(255)),
});
export type OwnSubscriptionQuery = z.infer<typeof OwnSubscriptionQuery>;

export const CreateOwnSubscriptionBody = CreateSubscriptionsBody.pick({ name: true, preferences: true }).extend({
  /** Default, also for an empty text: from topic, subscriber and context. */
  identifier: z.union([z.literal(''), chosenId(512)]).optional(),
  /** The name of a topic that does not exist yet. */
  topic: z.object({ name: CreateSubscriptionsBody.shape.name }).optional(),
});
export type CreateOwnSubscriptionBody = z.infer<typeof CreateOwnSubscriptionBody>;

export const DeletedOwnSubscription = z.strictObject({ data: z.strictObject({ success: z.literal(true) }) });
export type DeletedOwnSubscription = z.infer<typeof DeletedOwnSubscription>;

export const OwnRuleParams = z.object({ identifier, workflowId: storableText(512).min(1, 'must not be empty') });
export type OwnRuleParams = z.infer<typeof OwnRuleParams>;

/** A condition in JSON Logic decides if there is one, otherwise `enabled` decides. What is absent keeps its value. */
export const OwnRuleBody = z.object({ enabled: z.boolean().optional(), condition: JsonObject.optional() });
export type OwnRuleBody = z.infer<typeof OwnRuleBody>;

export const OwnRuleAnswer = z.strictObject({ data: SubscriptionPreference });
export type OwnRuleAnswer = z.infer<typeof OwnRuleAnswer>;
