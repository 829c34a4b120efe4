import type { ReactNode } from 'react';
import type { UiComponent } from '#lib/steps/ui-schema.ts';
import { ActionField } from './action-field.tsx';
import { BodyField } from './body-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import { CronField } from './cron-field.tsx';
import { DataField } from './data-field.tsx';
import { DurationField } from './duration-field.tsx';
import { EmailBodyField } from './email-body-field.tsx';
import { FallbackField } from './fallback-field.tsx';
import type { FieldProps } from './field-props.ts';
import { JsonField } from './json-field.tsx';
import { KeyPathField } from './key-path-field.tsx';
import { LayoutField } from './layout-field.tsx';
import { NumberField } from './number-field.tsx';
import { PairsField } from './pairs-field.tsx';
import { RedirectField } from './redirect-fields.tsx';
import { RequestField } from './request-field.tsx';
import { SkipField } from './skip-field.tsx';
import { SwitchField } from './switch-field.tsx';
import { TemplateLine, TemplateText } from './template-field.tsx';

type Field = (props: FieldProps) => ReactNode;

/** The field of each component; one that is missing here is edited as its schema tells. */
const FIELDS: Partial<Record<UiComponent, Field>> = {
  TEXT_FULL_LINE: TemplateLine,
  TEXT_INLINE_LABEL: TemplateLine,
  EMAIL_BODY: EmailBodyField,
  BLOCK_EDITOR: EmailBodyField,
  EMAIL_EDITOR_SELECT: ChoiceField,
  LAYOUT_SELECT: LayoutField,
  DISABLE_SANITIZATION_SWITCH: SwitchField,
  IN_APP_AVATAR: TemplateLine,
  IN_APP_PRIMARY_SUBJECT: TemplateLine,
  IN_APP_BODY: TemplateText,
  IN_APP_BUTTON_DROPDOWN: ActionField,
  IN_APP_DISABLE_SANITIZATION_SWITCH: SwitchField,
  URL_TEXT_BOX: RedirectField,
  DATA: DataField,
  SMS_BODY: TemplateText,
  CHAT_BODY: TemplateText,
  PUSH_SUBJECT: TemplateLine,
  PUSH_BODY: TemplateText,
  DELAY_TYPE: ChoiceField,
  DELAY_AMOUNT: DurationField,
  DELAY_CRON: CronField,
  DELAY_DYNAMIC_KEY: KeyPathField,
  DIGEST_TYPE: ChoiceField,
  DIGEST_AMOUNT: DurationField,
  DIGEST_CRON: CronField,
  DIGEST_KEY: KeyPathField,
  THROTTLE_TYPE: ChoiceField,
  THROTTLE_WINDOW: DurationField,
  THROTTLE_DYNAMIC_KEY: KeyPathField,
  THROTTLE_THRESHOLD: NumberField,
  THROTTLE_KEY: KeyPathField,
  EXTEND_TO_SCHEDULE: SwitchField,
  DESTINATION_METHOD: ChoiceField,
  DESTINATION_URL: RequestField,
  DESTINATION_HEADERS: PairsField,
  DESTINATION_BODY: BodyField,
  DESTINATION_RESPONSE_BODY_SCHEMA: JsonField,
  DESTINATION_ENFORCE_SCHEMA_VALIDATION: SwitchField,
  DESTINATION_CONTINUE_ON_FAILURE: SwitchField,
  DESTINATION_TIMEOUT: NumberField,
  QUERY_EDITOR: SkipField,
};

export function fieldOf(component: UiComponent): Field {
  return FIELDS[component] ?? FallbackField;
}
