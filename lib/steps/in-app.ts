import { z } from 'zod';
import { JsonObject } from '#lib/api/text.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { needed, rule, type StepType, skip, text } from './controls.ts';
import { skipField, TEMPLATE_HELP, unsafeHtmlField } from './fields.ts';
import { type InboxContent, nothingToSend, type StepInput, type StepOutcome } from './run.ts';

const Target = z.enum(['_self', '_blank', '_parent', '_top', '_unfencedTop']);

/** Clients reject a redirect without a URL. */
const DraftRedirect = z.looseObject({ url: z.string().default(''), target: Target.optional() });
const DraftAction = z.looseObject({ label: z.string().optional(), redirect: DraftRedirect.optional() });

const Redirect = z.strictObject({
  url: z.string(needed('The URL is missing. Enter an address, or remove the redirect.')).min(1),
  target: Target.optional(),
});
const Action = z.strictObject({ label: text.optional(), redirect: Redirect.optional() });

/** The controls of an in-app step (spec 2.9). */
const InAppControls = z.looseObject({
  skip,
  body: z.string().optional(),
  subject: z.string().optional(),
  avatar: z.string().optional(),
  primaryAction: DraftAction.optional(),
  secondaryAction: DraftAction.optional(),
  redirect: DraftRedirect.optional(),
  disableOutputSanitization: z.boolean().optional(),
  data: JsonObject.optional(),
});

const ACTION_PARTS = { 'redirect.url': 'link', 'redirect.target': 'opens in' };
const NOTHING_TO_SHOW = 'Subject or body is required. Write one of them.';

export const inApp = {
  type: 'in_app',
  label: 'In-app',
  icon: 'inbox',
  purpose: 'A message in your product’s inbox',
  controls: InAppControls,
  complete: z
    .strictObject({
      skip,
      body: text.optional(),
      subject: text.optional(),
      avatar: text.optional(),
      primaryAction: Action.optional(),
      secondaryAction: Action.optional(),
      redirect: Redirect.optional(),
      disableOutputSanitization: z.boolean().optional(),
      data: JsonObject.optional(),
    })
    .refine(saysSomething, rule('subject', NOTHING_TO_SHOW))
    .refine(saysSomething, rule('body', NOTHING_TO_SHOW))
    .meta({ anyOf: [{ required: ['subject'] }, { required: ['body'] }] }),
  templates: {
    subject: 'html',
    body: 'html',
    avatar: 'url',
    'primaryAction.label': 'text',
    'primaryAction.redirect.url': 'url',
    'secondaryAction.label': 'text',
    'secondaryAction.redirect.url': 'url',
    'redirect.url': 'url',
    data: 'text',
  },
  render: ({ disableOutputSanitization, avatar, redirect, primaryAction, secondaryAction, ...content }) => ({
    ...content,
    ...(avatar ? { avatar } : {}),
    ...withAddress({ redirect }),
    ...(primaryAction ? { primaryAction: withAddress(primaryAction) } : {}),
    ...(secondaryAction ? { secondaryAction: withAddress(secondaryAction) } : {}),
  }),
  run: store,
  group: 'IN_APP',
  fields: {
    subject: {
      component: 'IN_APP_PRIMARY_SUBJECT',
      widget: 'template-line',
      help: 'A subject or a body is required.',
    },
    body: { component: 'IN_APP_BODY', widget: 'template-text', help: TEMPLATE_HELP },
    avatar: {
      component: 'IN_APP_AVATAR',
      widget: 'template-line',
      help: 'Address of an image: https://…, a path that starts with /, or a variable.',
      placeholder: 'https://example.com/avatar.png',
    },
    primaryAction: { component: 'IN_APP_BUTTON_DROPDOWN', widget: 'action', parts: ACTION_PARTS },
    secondaryAction: { component: 'IN_APP_BUTTON_DROPDOWN', widget: 'action', parts: ACTION_PARTS },
    redirect: {
      component: 'URL_TEXT_BOX',
      widget: 'redirect',
      parts: { url: '', target: 'opens in' },
      help: 'The link that a click on the notification opens, except on its buttons.',
    },
    disableOutputSanitization: { component: 'IN_APP_DISABLE_SANITIZATION_SWITCH', ...unsafeHtmlField },
    data: {
      component: 'DATA',
      widget: 'data',
      help: 'Sent with the notification to your front end. The inbox never shows it. Values can contain variables.',
      whole: true,
    },
    ...skipField,
  },
  preview: 'inbox',
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
} as const satisfies StepType;

function saysSomething({ subject, body }: { subject?: unknown; body?: unknown }): boolean {
  return subject !== undefined || body !== undefined;
}

/** Removes the redirect of an action if its URL is empty. */
function withAddress(action: object): JsonObject {
  const { redirect, ...rest } = action as { redirect?: { url?: unknown } };
  return redirect?.url ? { ...rest, redirect } : rest;
}

/** Delivers the message by storing it: the inbox reads it from the database. */
function store({ output }: StepInput): StepOutcome {
  const { subject, body, ...inbox } = output;
  const content = { subject: String(subject ?? ''), content: String(body ?? '') };
  if (`${content.subject}${content.content}`.trim() === '') return nothingToSend('body');
  return {
    type: 'send',
    content: { ...content, cta: callToAction(inbox), inbox },
    missing: reasonFor('no_channel', { channel: 'in_app' }),
    addresses: [{ key: 'in_app', shown: 'the inbox', record: {} }],
  };
}

/** Returns MessageCTA (spec 2.10). */
function callToAction({ redirect, primaryAction, secondaryAction }: InboxContent): JsonObject {
  const url = redirect?.url ?? (primaryAction?.redirect as JsonObject | undefined)?.url;
  const buttons = [button('primary', primaryAction), button('secondary', secondaryAction)].flat();
  if (url === undefined && buttons.length === 0) return {};
  return {
    type: 'redirect',
    data: url === undefined ? {} : { url },
    ...(buttons.length > 0 && { action: { status: 'pending', buttons } }),
  };
}

function button(type: 'primary' | 'secondary', action: JsonObject | undefined): JsonObject[] {
  return action?.label ? [{ type, content: String(action.label) }] : [];
}
