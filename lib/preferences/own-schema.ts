/** Wire shapes of preferences as their subscriber changes them in an inbox. */
import { z } from 'zod';
import { queryArray } from '#lib/api/query.ts';
import { JsonObject, storableText } from '#lib/api/text.ts';
import { Severity } from '#lib/workflows/severity.ts';
import { ChannelPreferences } from './channels.ts';
import { MAX_BULK_PREFERENCES, Preference, Schedule, SubscriberPreferencesQuery } from './schema.ts';

/** Times of the schedule are in 12-hour time. */
const OwnPreference = Preference.extend({
  /** At the global level only. */
  schedule: Schedule.optional(),
  /** The subscription to which the preference belongs. */
  subscriptionId: z.string().optional(),
});
export type OwnPreference = z.infer<typeof OwnPreference>;

export const OwnPreferenceAnswer = z.strictObject({ data: OwnPreference });
export type OwnPreferenceAnswer = z.infer<typeof OwnPreferenceAnswer>;

/** The first element is the global preference. */
export const OwnPreferenceList = z.strictObject({ data: z.array(OwnPreference) });
export type OwnPreferenceList = z.infer<typeof OwnPreferenceList>;

export const OwnPreferencesQuery = SubscriberPreferencesQuery.omit({ contextKeys: true }).extend({
  tags: queryArray(storableText(255)),
  severity: queryArray(Severity),
});
export type OwnPreferencesQuery = z.infer<typeof OwnPreferencesQuery>;

const WorkflowName = storableText(512).min(1, 'workflowId must not be empty');

export const OwnPreferenceParams = z.object({ workflowId: WorkflowName });

/** Channels that are absent keep their value. */
export const OwnWorkflowPreferenceBody = z.object(ChannelPreferences.shape);
export type OwnWorkflowPreferenceBody = z.infer<typeof OwnWorkflowPreferenceBody>;

/** Parts of the schedule that are absent keep their value. */
export const UpdateOwnPreferenceBody = OwnWorkflowPreferenceBody.extend({
  schedule: Schedule.partial().optional(),
});
export type UpdateOwnPreferenceBody = z.infer<typeof UpdateOwnPreferenceBody>;

export const UpdateOwnPreferencesBody = z.object({
  preferences: z
    .array(
      OwnWorkflowPreferenceBody.extend({
        /** The workflow's `_id`, trigger identifier or slug. */
        workflowId: WorkflowName,
        /** Changes the preference of this subscription for the workflow, instead of the channels. */
        subscriptionIdentifier: storableText(512).optional(),
        enabled: z.boolean().optional(),
        condition: JsonObject.optional(),
      }),
    )
    .max(MAX_BULK_PREFERENCES, `preferences must contain no more than ${MAX_BULK_PREFERENCES} elements`),
});
export type UpdateOwnPreferencesBody = z.infer<typeof UpdateOwnPreferencesBody>;
