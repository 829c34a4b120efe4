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

/** Returns the controls of an email without a layout, because a new environment has no layouts. */
const email = (subject: string, body: string) => ({ subject, body, editorType: 'html', layoutId: null });

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
            '<p>Your sign-in code is <strong>{{ payload.code }}</strong>. It is valid for ten minutes.</p>',
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
            "<p>Hello {{ subscriber.firstName | default: 'there' }}, it is good to have you with us.</p>",
          ),
        },
        { name: 'Two days', type: 'delay', controlValues: { type: 'regular', amount: 2, unit: 'days' } },
        {
          name: 'First steps',
          type: 'email',
          controlValues: email('Your first steps', '<p>Here is what most people set up in their first week.</p>'),
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
            '<ul>{% for event in steps.collect.events %}<li>{{ event.payload.title }}</li>{% endfor %}</ul>',
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
            '<p>Your order left our warehouse. <a href="{{ payload.trackingUrl }}">Follow the parcel</a></p>',
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
        { name: 'Email', type: 'email', controlValues: email('{{ payload.title }}', '<p>{{ payload.details }}</p>') },
      ],
    },
  },
];
