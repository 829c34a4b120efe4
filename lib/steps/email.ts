import { z } from 'zod';
import { needed, type StepDefinition, skip, skipUi } from './controls.ts';

const EditorType = z.enum(['block', 'html']);

/** Spec 2.9, email. `layoutId` null: no layout; absent: the default one. */
export const EmailControls = z.looseObject({
  skip,
  subject: z.string().optional(),
  /** A block-editor document as JSON text, or HTML. */
  body: z.string().optional(),
  editorType: EditorType.optional(),
  disableOutputSanitization: z.boolean().optional(),
  layoutId: z.string().nullish(),
});
export type EmailControls = z.infer<typeof EmailControls>;

export const email = {
  type: 'email',
  label: 'E-mail',
  purpose: 'A mail, written in blocks or in HTML',
  controls: EmailControls,
  complete: z.strictObject({
    skip,
    subject: z.string(needed('The subject is missing. Write what the e-mail is about.')).min(1),
    body: z.string().optional(),
    editorType: EditorType.optional(),
    disableOutputSanitization: z.boolean().optional(),
    layoutId: z.string().nullish(),
  }),
  templates: { subject: 'text', body: 'body' },
  render: ({ subject, body }, { plainText }) => ({
    subject: singleLine(subject),
    body: String(body ?? ''),
    text: plainText(String(body ?? '')),
  }),
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

/** A header has one line: what breaks it would end the header. */
function singleLine(text: unknown): string {
  return String(text ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}
