/** The editor's description of the controls of a step (spec 2.9). */
import { z } from 'zod';
import { JsonObject } from '#lib/api/text.ts';

export const UI_COMPONENTS = [
  'EMAIL_EDITOR_SELECT',
  'LAYOUT_SELECT',
  'BLOCK_EDITOR',
  'EMAIL_BODY',
  'TEXT_FULL_LINE',
  'TEXT_INLINE_LABEL',
  'IN_APP_BODY',
  'IN_APP_AVATAR',
  'IN_APP_PRIMARY_SUBJECT',
  'IN_APP_BUTTON_DROPDOWN',
  'IN_APP_DISABLE_SANITIZATION_SWITCH',
  'DISABLE_SANITIZATION_SWITCH',
  'URL_TEXT_BOX',
  'DIGEST_AMOUNT',
  'DIGEST_UNIT',
  'DIGEST_TYPE',
  'DIGEST_KEY',
  'DIGEST_CRON',
  'DELAY_AMOUNT',
  'DELAY_UNIT',
  'DELAY_TYPE',
  'DELAY_CRON',
  'DELAY_DYNAMIC_KEY',
  'THROTTLE_TYPE',
  'THROTTLE_WINDOW',
  'THROTTLE_UNIT',
  'THROTTLE_DYNAMIC_KEY',
  'THROTTLE_THRESHOLD',
  'THROTTLE_KEY',
  'EXTEND_TO_SCHEDULE',
  'SMS_BODY',
  'CHAT_BODY',
  'PUSH_BODY',
  'PUSH_SUBJECT',
  'QUERY_EDITOR',
  'DATA',
  'LAYOUT_EMAIL',
  'DESTINATION_METHOD',
  'DESTINATION_URL',
  'DESTINATION_HEADERS',
  'DESTINATION_BODY',
  'DESTINATION_RESPONSE_BODY_SCHEMA',
  'DESTINATION_ENFORCE_SCHEMA_VALIDATION',
  'DESTINATION_CONTINUE_ON_FAILURE',
  'DESTINATION_TIMEOUT',
] as const;
export const UiComponent = z.enum(UI_COMPONENTS);
export type UiComponent = z.infer<typeof UiComponent>;

export const UI_GROUPS = [
  'IN_APP',
  'EMAIL',
  'DIGEST',
  'DELAY',
  'THROTTLE',
  'SMS',
  'CHAT',
  'PUSH',
  'SKIP',
  'LAYOUT',
  'HTTP_REQUEST',
] as const;
export const UiGroup = z.enum(UI_GROUPS);
export type UiGroup = z.infer<typeof UiGroup>;

const PlaceholderValue = z.union([z.string(), z.number(), z.boolean(), JsonObject]);
const Placeholder = z.union([PlaceholderValue, z.array(PlaceholderValue)]);

export interface UiSchemaProperty {
  placeholder?: z.infer<typeof Placeholder> | undefined;
  component: UiComponent;
  properties?: Record<string, UiSchemaProperty> | undefined;
}
export const UiSchemaProperty: z.ZodType<UiSchemaProperty> = z.strictObject({
  placeholder: Placeholder.optional(),
  component: UiComponent,
  properties: z.lazy(() => z.record(z.string(), UiSchemaProperty)).optional(),
});

export const UiSchema = z.strictObject({
  group: UiGroup.optional(),
  properties: z.record(z.string(), UiSchemaProperty).optional(),
});
export type UiSchema = z.infer<typeof UiSchema>;
