/** Wire shapes of subscriber preferences (spec 2.7, 4.5). */
import { z } from 'zod';
import { queryArray, queryContextKeys } from '#lib/api/query.ts';
import { JsonObject, storableText } from '#lib/api/text.ts';
import { Timestamp } from '#lib/api/wire.ts';
import { ContextInput } from '#lib/contexts/schema.ts';
import { Channel } from '#lib/providers/channel.ts';
import { WorkflowSummary } from '#lib/workflows/schema.ts';
import { Severity } from '#lib/workflows/severity.ts';
import { ChannelChanges, ChannelPreferences } from './channels.ts';
import { minutesOfDay } from './time-of-day.ts';

export { ChannelPreferences };

/** The largest number of workflows in one bulk update (spec 4.5, 8). */
const MAX_BULK_PREFERENCES = 100;

/** A preference (spec 2.7). `workflow` is present only in the preference for a workflow. */
export const Preference = z.strictObject({
  level: z.enum(['global', 'template']),
  workflow: WorkflowSummary.optional(),
  enabled: z.boolean(),
  channels: ChannelPreferences,
  condition: JsonObject.nullish(),
});
export type Preference = z.infer<typeof Preference>;

/** Response of a bulk update (spec 4.5). */
export const PreferenceList = z.array(Preference);
export type PreferenceList = z.infer<typeof PreferenceList>;

const WorkflowName = storableText(512).min(1, 'workflowId must not be empty');

/** Unknown channels in requests are ignored. */
const ChannelPreferencesInput = z.object(ChannelPreferences.shape);

/**
 * Body of a bulk update (spec 4.5). Its error texts contain the field, as in the interface. For an empty list, the
 * service returns 400. An item without `channels` changes nothing.
 */
export const BulkUpdatePreferencesBody = z.object({
  preferences: z
    .array(
      z.object({
        /** The workflow's `_id`, trigger identifier or slug. */
        workflowId: WorkflowName,
        channels: ChannelPreferencesInput.optional(),
      }),
    )
    .max(MAX_BULK_PREFERENCES, `preferences must contain no more than ${MAX_BULK_PREFERENCES} elements`),
  context: ContextInput.optional(),
});
export type BulkUpdatePreferencesBody = z.infer<typeof BulkUpdatePreferencesBody>;

const TimeOfDay = z
  .string()
  .max(16)
  .refine((text) => minutesOfDay(text) !== undefined, 'must be a time of the day such as "09:00" or "05:30 PM"');
const TimeRange = z.strictObject({ start: TimeOfDay, end: TimeOfDay });
const DaySchedule = z.strictObject({ isEnabled: z.boolean(), hours: z.array(TimeRange).max(24).optional() });

/** The hours in which notifications may arrive. */
export const Schedule = z.strictObject({
  isEnabled: z.boolean(),
  weeklySchedule: z
    .strictObject({
      monday: DaySchedule.optional(),
      tuesday: DaySchedule.optional(),
      wednesday: DaySchedule.optional(),
      thursday: DaySchedule.optional(),
      friday: DaySchedule.optional(),
      saturday: DaySchedule.optional(),
      sunday: DaySchedule.optional(),
    })
    .optional(),
});
export type Schedule = z.infer<typeof Schedule>;

/** Body of PATCH /v2/subscribers/{subscriberId}/preferences. Without `workflowId`, it changes the global preference. */
export const UpdatePreferencesBody = z.object({
  workflowId: WorkflowName.optional(),
  channels: ChannelChanges.optional(),
  /** For the global preference only. */
  schedule: Schedule.optional(),
  /**
   * An addition to the interface: a condition in JSON Logic. While it is false, nothing is delivered. Null removes it.
   */
  condition: JsonObject.nullish(),
  context: ContextInput.optional(),
});
export type UpdatePreferencesBody = z.infer<typeof UpdatePreferencesBody>;

/** A layer that overrode the subscriber's own choice for a channel. */
const PreferenceOverride = z.strictObject({
  channel: Channel,
  source: z.enum(['subscriber', 'template', 'workflowOverride']),
});

/**
 * An addition to the interface: the subscriber's choices with time and author. Absent if the subscriber made no
 * choices.
 */
const PreferenceChoices = z.array(
  z.strictObject({
    channel: Channel,
    enabled: z.boolean(),
    updatedAt: Timestamp.optional(),
    updatedBy: z
      .strictObject({
        type: z.enum(['user', 'apiKey', 'system', 'link', 'subscriber']),
        /**
         * The name of a person, an API key or a job, the ID of the run whose message contains the used link, or the
         * subscriber’s own ID. Empty if the key was deleted.
         */
        name: z.string(),
        /** The email address of a person. */
        address: z.string().optional(),
      })
      .optional(),
  }),
);
export type PreferenceChoices = z.infer<typeof PreferenceChoices>;

/** Response of GET /v2/subscribers/{subscriberId}/preferences: the effective values. */
export const SubscriberPreferences = z.strictObject({
  global: z.strictObject({
    enabled: z.boolean(),
    channels: ChannelPreferences,
    choices: PreferenceChoices.optional(),
    schedule: Schedule.optional(),
    /** An addition to the interface. */
    condition: JsonObject.optional(),
  }),
  workflows: z.array(
    z.strictObject({
      enabled: z.boolean(),
      channels: ChannelPreferences,
      choices: PreferenceChoices.optional(),
      overrides: z.array(PreferenceOverride),
      /** Present if the subscriber has made a choice. */
      updatedAt: Timestamp.optional(),
      /** An addition to the interface. */
      condition: JsonObject.optional(),
      workflow: z.strictObject({
        slug: z.string(),
        identifier: z.string(),
        name: z.string(),
        updatedAt: Timestamp.optional(),
        /** An addition to the interface: subscribers cannot switch off a critical workflow. */
        critical: z.boolean().optional(),
      }),
    }),
  ),
});
export type SubscriberPreferences = z.infer<typeof SubscriberPreferences>;

/** Query of GET /v2/subscribers/{subscriberId}/preferences. */
export const SubscriberPreferencesQuery = z.object({
  criticality: z.enum(['critical', 'nonCritical', 'all']).default('nonCritical'),
  contextKeys: queryContextKeys(),
});
export type SubscriberPreferencesQuery = z.infer<typeof SubscriberPreferencesQuery>;

// The preferences that a subscriber reads and changes in an inbox.

/** A preference as the inbox shows it. Its schedule has 12-hour times. */
const OwnPreference = Preference.extend({
  /** Present in the global preference only. */
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

export const OwnPreferenceParams = z.object({ workflowId: WorkflowName });

/** Absent channels keep their value. */
export const OwnWorkflowPreferenceBody = z.object(ChannelPreferences.shape);
export type OwnWorkflowPreferenceBody = z.infer<typeof OwnWorkflowPreferenceBody>;

/** Absent channels and absent parts of the schedule keep their value. */
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
