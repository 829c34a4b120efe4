/** The workflow templates that the dashboard offers. */
import type { z } from 'zod';
import type { CreateWorkflowBody } from '#lib/workflows/schema.ts';

export interface WorkflowTemplate {
  /** The purpose of the template, in one sentence. */
  purpose: string;
  /** The body of `POST /v2/workflows`. */
  body: z.input<typeof CreateWorkflowBody> & { workflowId: string };
}

/**
 * Returns a schema in which every property is a text. Test dialogs and code samples use the examples, so that a first
 * trigger succeeds without changes.
 */
const texts = (examples: Record<string, string>) => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(examples).map(([name, example]) => [name, { type: 'string', examples: [example] }]),
  ),
  required: Object.keys(examples),
});

/** Returns the controls of an email of blocks, in the default layout if the environment has one. */
const email = (subject: string, ...content: object[]) => ({
  subject,
  body: JSON.stringify({ type: 'doc', content }),
  editorType: 'block',
});

/** Returns text with variables: `{{ path }}`, or `{{ path | fallback }}`. */
const inline = (words: string) =>
  words
    .split(/(\{\{[^{}]*\}\})/)
    .filter(Boolean)
    .map((part) => {
      if (!part.startsWith('{{')) return { type: 'text', text: part };
      const [id = '', fallback] = part
        .slice(2, -2)
        .split('|')
        .map((each) => each.trim());
      return { type: 'variable', attrs: { id, ...(fallback && { fallback }) } };
    });

const heading = (words: string) => ({ type: 'heading', attrs: { level: 2 }, content: inline(words) });
const paragraph = (words: string) => ({ type: 'paragraph', content: inline(words) });

export const TEMPLATES: readonly WorkflowTemplate[] = [
  {
    purpose: 'A code by email. Its content is withheld from Support.',
    body: {
      name: 'Sign-in code',
      workflowId: 'sign-in-code',
      active: true,
      isSensitive: true,
      severity: 'high',
      payloadSchema: texts({ code: '482910' }),
      steps: [
        {
          name: 'Code',
          type: 'email',
          controlValues: email(
            '{{ payload.code }} is your sign-in code',
            paragraph('Your sign-in code:'),
            heading('{{ payload.code }}'),
            paragraph('It is valid for ten minutes.'),
          ),
        },
      ],
    },
  },
  {
    purpose: 'An email immediately, and another one two days later.',
    body: {
      name: 'Welcome',
      workflowId: 'welcome',
      active: true,
      steps: [
        {
          name: 'Welcome',
          type: 'email',
          controlValues: email(
            "Welcome, {{ subscriber.firstName | default: 'there' }}",
            heading('Welcome'),
            paragraph('Hello {{ subscriber.firstName | there }}, it is good to have you with us.'),
          ),
        },
        { name: 'Two days', type: 'delay', controlValues: { type: 'regular', amount: 2, unit: 'days' } },
        {
          name: 'First steps',
          type: 'email',
          controlValues: email(
            'Your first steps',
            heading('Your first steps'),
            paragraph('Here is what most people set up in their first week.'),
          ),
        },
      ],
    },
  },
  {
    purpose: 'One email with everything of the last hour, instead of one for each event.',
    body: {
      name: 'Activity digest',
      workflowId: 'activity-digest',
      active: true,
      payloadSchema: texts({ title: 'Jane wrote a comment' }),
      steps: [
        { name: 'Collect', type: 'digest', controlValues: { type: 'regular', amount: 1, unit: 'hours' } },
        {
          name: 'Summary',
          type: 'email',
          controlValues: email(
            "{{ steps.collect.eventCount | pluralize: 'update', 'updates' }} for you",
            heading('What happened'),
            {
              type: 'repeat',
              attrs: { each: 'steps.collect.events' },
              content: [paragraph('{{ current.payload.title }}')],
            },
          ),
        },
      ],
    },
  },
  {
    purpose: 'An email, and a message in the inbox of your app. Needs an in-app integration too.',
    body: {
      name: 'Order shipped',
      workflowId: 'order-shipped',
      active: true,
      payloadSchema: texts({ orderNumber: 'A-1042', trackingUrl: 'https://example.com/parcels/A-1042' }),
      steps: [
        {
          name: 'Inbox',
          type: 'in_app',
          controlValues: {
            subject: 'Order {{ payload.orderNumber }} is on its way',
            body: 'Follow the parcel.',
            redirect: { url: '{{ payload.trackingUrl }}', target: '_blank' },
          },
        },
        {
          name: 'Email',
          type: 'email',
          controlValues: email(
            'Order {{ payload.orderNumber }} is on its way',
            heading('Your order is on its way'),
            paragraph('Order {{ payload.orderNumber }} left our warehouse.'),
            { type: 'button', attrs: { text: 'Follow the parcel', url: '{{ payload.trackingUrl }}' } },
          ),
        },
      ],
    },
  },
  {
    purpose: 'A message to a team’s chat, and an email.',
    body: {
      name: 'Alert',
      workflowId: 'alert',
      active: true,
      severity: 'high',
      payloadSchema: texts({ title: 'Disk almost full', details: 'The disk of db-1 is 95% full.' }),
      steps: [
        { name: 'Chat', type: 'chat', controlValues: { body: '{{ payload.title }}: {{ payload.details }}' } },
        {
          name: 'Email',
          type: 'email',
          controlValues: email(
            '{{ payload.title }}',
            heading('{{ payload.title }}'),
            paragraph('{{ payload.details }}'),
          ),
        },
      ],
    },
  },
];
