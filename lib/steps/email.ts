import { z } from 'zod';
import type { JsonObject } from '#lib/json.ts';
import { asObject, isObject } from '#lib/json.ts';
import { comparable } from '#lib/providers/email-address.ts';
import type { EmailAttachment, Mailbox } from '#lib/providers/message.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { isMailbox } from '#lib/subscribers/formats.ts';
import { fileContent } from './attachment.ts';
import { needed, type StepType, skip } from './controls.ts';
import { skipField, unsafeHtmlField } from './fields.ts';
import { maskEmail } from './mask-address.ts';
import {
  type Address,
  type Copies,
  MAIN_EMAIL,
  nothingToSend,
  overriddenText,
  type StepInput,
  type StepOutcome,
} from './run.ts';
import { singleLine } from './single-line.ts';

const EditorType = z.enum(['block', 'html']);

/** Spec 2.9, email, and `replyTo`. `layoutId` null: no layout; absent: the default layout. */
const EmailControls = z.looseObject({
  skip,
  subject: z.string().optional(),
  /** A block-editor document as JSON text, or HTML. */
  body: z.string().optional(),
  editorType: EditorType.optional(),
  disableOutputSanitization: z.boolean().optional(),
  layoutId: z.string().nullish(),
  /** An address, with or without a name. Empty or absent: the environment's. */
  replyTo: z.string().optional(),
});

/** Whether the text is an address, with or without a name, or a template, whose value is known only in a run. */
function isReplyAddress(text: string): boolean {
  return text.includes('{{') || text.includes('{%') || isMailbox(text.trim());
}

export const email = {
  type: 'email',
  label: 'Email',
  icon: 'mail',
  purpose: 'A mail, written in blocks or in HTML',
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
      .refine(isReplyAddress, 'The reply address is not an email address. Write one such as help@example.com.')
      .optional(),
  }),
  templates: { subject: 'text', body: 'body', replyTo: 'text' },
  render: ({ subject, body, replyTo }, { plainText }) => ({
    subject: singleLine(subject),
    body: String(body ?? ''),
    text: plainText(String(body ?? '')),
    ...(replyTo ? { replyTo: singleLine(replyTo) } : {}),
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
      help: 'Replies go to this address. Empty: the reply address of the environment, or else the sender.',
      placeholder: 'Help <help@example.com>',
    },
    disableOutputSanitization: { component: 'DISABLE_SANITIZATION_SWITCH', ...unsafeHtmlField },
    ...skipField,
  },
  preview: 'mail',
  draft: { subject: '', body: '' },
} as const satisfies StepType;

function send({ output, recipient, overrides, payload, mailboxes, replyTo }: StepInput): StepOutcome {
  const subject = singleLine(overriddenText(overrides, 'subject') ?? output.subject);
  const html = overriddenText(overrides, 'html') ?? String(output.body ?? '');
  const text = overriddenText(overrides, 'text') ?? String(output.text ?? '');
  if (`${subject}${text}${html}`.trim() === '') return nothingToSend('body');
  const attachments = attachmentsOf(overrides, payload);
  if (!attachments) return unreadableAttachment();
  const mail = {
    subject,
    html,
    text,
    ...envelope(overrides, mailboxes, [output.replyTo, replyTo]),
    ...(attachments.length > 0 && { attachments }),
  };
  // The subscriber, and the addresses that the trigger adds.
  const recipients = distinct([...(recipient.email ? [{ email: recipient.email }] : []), ...mailboxes(overrides.to)]);
  const copies = copiesOf(overrides, recipients, mailboxes);
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
  };
}

/** Returns copies without the recipients, who get their own message. */
function copiesOf({ cc, bcc }: JsonObject, recipients: readonly Mailbox[], mailboxes: StepInput['mailboxes']): Copies {
  const shown = distinct(mailboxes(cc), recipients);
  return { cc: shown, bcc: distinct(mailboxes(bcc), [...recipients, ...shown]) };
}

/** Returns each address once, without the addresses of `others`. */
function distinct(mailboxes: readonly Mailbox[], others: readonly Mailbox[] = []): Mailbox[] {
  const seen = new Set(others.map(({ email }) => comparable(email)));
  return mailboxes.filter(({ email }) => !seen.has(comparable(email)) && seen.add(comparable(email)));
}

/**
 * @param replyAddresses the reply addresses of the step and of the environment. The first valid one is used if the
 * trigger has none.
 */
function envelope(overrides: JsonObject, mailboxes: StepInput['mailboxes'], replyAddresses: readonly unknown[]) {
  const [from] = mailboxes(overrides.from);
  const [replyTo] = mailboxes([overrides.replyTo, ...replyAddresses]);
  const senderName = overriddenText(overrides, 'senderName');
  const headers = headersOf(overrides.headers);
  return {
    ...(from && { from }),
    ...(senderName && { senderName: singleLine(senderName) }),
    ...(replyTo && { replyTo }),
    ...(headers && { headers }),
  };
}

function headersOf(value: unknown): Record<string, string> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value).filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(entries.map(([name, text]) => [name, singleLine(text)]));
}

/**
 * Reads the attachments of the override, or else those of the payload if they are files. Undefined if one is invalid.
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
  const problem = 'An attachment is no {name, mime, file} whose file is base64, a data: URL, or the JSON of a buffer.';
  return { type: 'fail', reason: reasonFor('render_failed', { problem, control: 'attachments' }) };
}
