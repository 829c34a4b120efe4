import { z } from 'zod';
import { type StepDefinition, skip, skipUi } from './controls.ts';

/** Spec 2.9, email. `subject` and `body` are always there, empty in a draft. `layoutId` null: no layout; absent: the default one. */
export const EmailControls = z.strictObject({
  skip,
  subject: z.string(),
  /** A block-editor document as JSON text, or HTML. */
  body: z.string(),
  editorType: z.enum(['block', 'html']).optional(),
  disableOutputSanitization: z.boolean().optional(),
  layoutId: z.string().nullish(),
});
export type EmailControls = z.infer<typeof EmailControls>;

export const email = {
  type: 'email',
  label: 'Email',
  controls: EmailControls,
  uiSchema: {
    group: 'EMAIL',
    properties: {
      subject: { component: 'TEXT_INLINE_LABEL' },
      body: { component: 'EMAIL_BODY' },
      editorType: { component: 'EMAIL_EDITOR_SELECT' },
      layoutId: { component: 'LAYOUT_SELECT' },
      disableOutputSanitization: { component: 'DISABLE_SANITIZATION_SWITCH' },
      ...skipUi,
    },
  },
  draft: { subject: '', body: '' },
} as const satisfies StepDefinition;
