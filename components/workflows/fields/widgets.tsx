import type { ReactNode } from 'react';
import type { Widget } from '#lib/steps/fields.ts';
import { ActionField } from './action-field.tsx';
import { AddressesField } from './addresses-field.tsx';
import { BodyField } from './body-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import { CronField } from './cron-field.tsx';
import { DataField } from './data-field.tsx';
import { DurationField, OptionalDurationField } from './duration-field.tsx';
import { EmailBodyField } from './email-body-field.tsx';
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
import { WhatsappField } from './whatsapp-field.tsx';

/** The widgets that step types can choose for a control. */
export const WIDGETS: Readonly<Record<Widget, (props: FieldProps) => ReactNode>> = {
  action: ActionField,
  addresses: AddressesField,
  choice: ChoiceField,
  conditions: SkipField,
  data: DataField,
  duration: DurationField,
  'email-body': EmailBodyField,
  json: JsonField,
  'json-text': BodyField,
  layout: LayoutField,
  number: NumberField,
  'optional-duration': OptionalDurationField,
  pairs: PairsField,
  redirect: RedirectField,
  request: RequestField,
  schedule: CronField,
  switch: SwitchField,
  'template-line': TemplateLine,
  'template-text': TemplateText,
  variable: KeyPathField,
  whatsapp: WhatsappField,
};
