import { z } from 'zod';
import type { JsonObject } from '#lib/json/values.ts';
import { asObject, isObject } from '#lib/json/values.ts';
import type { EmailAttachment } from '#lib/providers/message.ts';
import { stepHeaderProblem } from '#lib/providers/smtp/mail-header-name.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { isMailbox } from '#lib/subscribers/formats.ts';
import { fileContent } from './attachment.ts';
import { needed, type StepType, skip } from './controls.ts';
import { addressTexts, distinct, envelopeOf, headerTexts } from './email-envelope.ts';
import { skipField, unsafeHtmlField } from './fields.ts';
import { maskEmail } from './mask-address.ts';
import { DraftPair, Pair } from './pairs.ts';
import { type Address, MAIN_EMAIL, nothingToSend, overriddenText, type StepInput, type StepOutcome } from './run.ts';
import { singleLine } from './single-line.ts';

const EditorType = z.enum(['block', 'html']);

/** The controls of an email step (spec 2.9, plus `replyTo`). `layoutId` null: no layout; absent: the default layout. */
const EmailControls = z.looseObject({
  skip,
  subject: z.string().optional(),
  /** A block-editor document as JSON text, or HTML. */
  body: z.string().optional(),
  editorType: EditorType.optional(),
  disableOutputSanitization: z.boolean().optional(),
  layoutId: z.string().nullish(),
  /** An address, with or without a name. If empty or absent, the environment's reply address is used. */
  replyTo: z.string().optional(),
  /** Addresses, with or without names. A template may render as several addresses. */
  cc: z.array(z.string()).optional(),
  bcc: z.array(z.string()).optional(),
  headers: z.array(DraftPair).optional(),
});

/** Whether the text is an address, with or without a name, or a template, whose value is known only in a run. */
function isAddress(text: string): boolean {
  return text.includes('{{') || text.includes('{%') || isMailbox(text.trim());
}

/** Maximum lines of a list in the step. */
const MAX_LINES = 100;

const CopyAddresses = z
  .array(
    z
      // The form has an empty object for an empty line.
      .string('The address is missing. Enter one, or remove the line.')
      .refine(isAddress, 'This is not an email address. Write one such as team@example.com.'),
  )
  .max(MAX_LINES);

const Header = Pair.extend({
  key: Pair.shape.key.check(({ value, issues }) => {
    const message = stepHeaderProblem(value);
    if (message !== undefined) issues.push({ code: 'custom', message, input: value });
  }),
});

/** Returns the lists and objects that are not empty. */
function filled(values: Record<string, object>): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => Object.keys(value).length > 0));
}

export const email = {
  type: 'email',
  label: 'Email',
  icon: 'mail',
  purpose: 'An email, written in blocks or in HTML',
  controls: EmailControls,
  complete: z.strictObject({
    skip,
    subject: z.string(needed('The subject is missing. Write what the email is about.')).min(1),
    body: z.string().optional(),
    editorType: EditorType.optional(),
    disableOutputSanitization: z.boolean().optional(),
    layoutId: z.string().nullish(),
    replyTo: z
      .string()
      .refine(isAddress, 'The reply address is not an email address. Write one such as help@example.com.')
      .optional(),
    cc: CopyAddresses.optional(),
    bcc: CopyAddresses.optional(),
    headers: z.array(Header).max(MAX_LINES).optional(),
  }),
  templates: { subject: 'text', body: 'body', replyTo: 'text', cc: 'text', bcc: 'text', headers: 'text' },
  render: ({ subject, body, replyTo, cc, bcc, headers }, { plainText }) => ({
    subject: singleLine(subject),
    body: String(body ?? ''),
    text: plainText(String(body ?? '')),
    ...(replyTo ? { replyTo: singleLine(replyTo) } : {}),
    ...filled({ cc: addressTexts(cc), bcc: addressTexts(bcc), headers: headerTexts(headers) }),
  }),
  run: send,
  outsideSchedule: 'skip',
  group: 'EMAIL',
  fields: {
    subject: {
      component: 'TEXT_INLINE_LABEL',
      widget: 'template-line',
      placeholder: 'Your order {{ payload.orderId }}',
    },
    body: { component: 'EMAIL_BODY', widget: 'email-body' },
    editorType: {
      component: 'EMAIL_EDITOR_SELECT',
      partOf: 'body',
      noun: 'editor',
      choices: { block: 'Blocks', html: 'HTML' },
    },
    layoutId: {
      component: 'LAYOUT_SELECT',
      widget: 'layout',
      label: 'Layout',
      noun: 'layout',
      help: 'The frame around the body. Create and edit layouts under',
    },
    replyTo: {
      widget: 'template-line',
      label: 'Reply-to',
      noun: 'reply address',
      help: 'Replies go to this address. If it is empty, replies go to the reply address of the environment, or else to the sender.',
      placeholder: 'Help <help@example.com>',
      isAdvanced: true,
    },
    cc: {
      widget: 'addresses',
      label: 'Copies (Cc)',
      noun: 'copies',
      help: 'Each address gets a copy, and all recipients see it. A line may be a variable with a list of addresses.',
      placeholder: 'team@example.com',
      whole: true,
      isAdvanced: true,
    },
    bcc: {
      widget: 'addresses',
      label: 'Hidden copies (Bcc)',
      noun: 'hidden copies',
      help: 'Each address gets a copy, and no other recipient sees it.',
      placeholder: 'archive@example.com',
      whole: true,
      isAdvanced: true,
    },
    headers: {
      widget: 'pairs',
      label: 'Headers',
      noun: 'headers',
      help: 'Further headers of the email, such as X-Order. Values can contain variables.',
      whole: true,
      isAdvanced: true,
    },
    disableOutputSanitization: { component: 'DISABLE_SANITIZATION_SWITCH', ...unsafeHtmlField },
    ...skipField,
  },
  preview: 'mail',
  draft: { subject: '', body: '' },
} as const satisfies StepType;

function send(input: StepInput): StepOutcome {
  const { output, recipient, overrides, payload, mailboxes } = input;
  const subject = singleLine(overriddenText(overrides, 'subject') ?? output.subject);
  const html = overriddenText(overrides, 'html') ?? String(output.body ?? '');
  const text = overriddenText(overrides, 'text') ?? String(output.text ?? '');
  if (`${subject}${text}${html}`.trim() === '') return nothingToSend('body');
  const attachments = attachmentsOf(overrides, payload);
  if (!attachments) return unreadableAttachment();
  // The subscriber, and the addresses that the trigger adds.
  const recipients = distinct([...(recipient.email ? [{ email: recipient.email }] : []), ...mailboxes(overrides.to)]);
  const { leftOut, copies, ...envelope } = envelopeOf(input, recipients);
  const mail = { subject, html, text, ...envelope, ...(attachments.length > 0 && { attachments }) };
  return {
    type: 'send',
    content: { subject, content: html },
    missing: reasonFor('no_address', { channel: 'email' }),
    addresses: recipients.map(
      (to, at): Address => ({
        key: at === 0 ? MAIN_EMAIL : `email:${to.email}`,
        shown: maskEmail(to.email),
        suppressedAs: to.email,
        restrictedAt: (to.email === recipient.email && recipient.restricted?.email) || undefined,
        record: { email: to.email },
        message: { channel: 'email', to, ...mail },
      }),
    ),
    ...(copies.cc.length + copies.bcc.length > 0 && { copies }),
    ...(leftOut.length > 0 && { leftOut }),
  };
}

/**
 * Reads the attachments of the override, otherwise those attachments of the payload that are files. Undefined if an
 * attachment is invalid.
 */
function attachmentsOf(overrides: JsonObject, payload: JsonObject): EmailAttachment[] | undefined {
  const given = Array.isArray(overrides.attachments) ? overrides.attachments : filesIn(payload.attachments);
  const attachments = given.map(attachmentOf).filter((attachment) => attachment !== undefined);
  return attachments.length === given.length ? attachments : undefined;
}

/** Returns the attachments of a payload. A payload may have other data under this key. */
function filesIn(value: unknown): unknown[] {
  return Array.isArray(value) && value.some((entry) => isObject(entry) && Object.hasOwn(entry, 'file')) ? value : [];
}

function attachmentOf(value: unknown): EmailAttachment | undefined {
  const { name, mime, file, cid } = asObject(value);
  const read = fileContent(file);
  if (!read) return undefined;
  const contentType = typeof mime === 'string' && mime !== '' ? mime : read.type;
  return {
    name: singleLine(name) || 'attachment',
    content: read.content,
    ...(contentType && { contentType }),
    ...(typeof cid === 'string' && cid !== '' && { contentId: cid }),
  };
}

function unreadableAttachment(): StepOutcome {
  const problem =
    'An attachment must be {name, mime, file}, with the file as base64, a data: URL or the JSON of a buffer.';
  return { type: 'fail', reason: reasonFor('render_failed', { problem, control: 'attachments' }) };
}
