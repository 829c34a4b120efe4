import { z } from 'zod';
import { JsonObject } from '#lib/api/text.ts';
import { type StepDefinition, skip, skipUi } from './controls.ts';

const Redirect = z.strictObject({
  url: z.string(),
  target: z.enum(['_self', '_blank', '_parent', '_top', '_unfencedTop']).optional(),
});

const Action = z.strictObject({ label: z.string().optional(), redirect: Redirect.optional() });

/** Spec 2.9, in_app. One of `body` and `subject` is needed for the step to be complete. */
export const InAppControls = z.strictObject({
  skip,
  body: z.string().optional(),
  subject: z.string().optional(),
  avatar: z.string().optional(),
  primaryAction: Action.optional(),
  secondaryAction: Action.optional(),
  redirect: Redirect.optional(),
  disableOutputSanitization: z.boolean().optional(),
  data: JsonObject.optional(),
});
export type InAppControls = z.infer<typeof InAppControls>;

export const inApp = {
  type: 'in_app',
  label: 'In-app',
  controls: InAppControls,
  uiSchema: {
    group: 'IN_APP',
    properties: {
      avatar: { component: 'IN_APP_AVATAR' },
      subject: { component: 'IN_APP_PRIMARY_SUBJECT' },
      body: { component: 'IN_APP_BODY' },
      primaryAction: { component: 'IN_APP_BUTTON_DROPDOWN' },
      secondaryAction: { component: 'IN_APP_BUTTON_DROPDOWN' },
      redirect: { component: 'URL_TEXT_BOX' },
      disableOutputSanitization: { component: 'IN_APP_DISABLE_SANITIZATION_SWITCH' },
      data: { component: 'DATA' },
      ...skipUi,
    },
  },
  result: () => ({
    type: 'object',
    properties: {
      seen: { type: 'boolean' },
      read: { type: 'boolean' },
      lastSeenDate: { type: ['string', 'null'], format: 'date-time' },
      lastReadDate: { type: ['string', 'null'], format: 'date-time' },
    },
    additionalProperties: false,
  }),
} as const satisfies StepDefinition;
