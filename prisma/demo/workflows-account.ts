import {
  FLAG,
  htmlButton,
  htmlEmail,
  NUMBER,
  payloadSchema,
  TEXT,
  type WorkflowDefinition,
} from './workflow-definition.ts';

export const ACCOUNT_WORKFLOWS: readonly WorkflowDefinition[] = [
  {
    identifier: 'sign-in-code',
    name: 'Sign-in code',
    description: 'Six digits for a sign-in from a new device.',
    tags: ['security'],
    severity: 'high',
    critical: true,
    sensitive: true,
    group: 'Account',
    ageDays: 401,
    publishedDaysAgo: 55,
    validatePayload: true,
    payloadSchema: payloadSchema({ code: TEXT, device: TEXT, city: TEXT, minutes: NUMBER, byEmail: FLAG }, ['byEmail']),
    steps: [
      {
        name: 'Code by text message',
        type: 'sms',
        controls: {
          body: '{{payload.code}} is your Fennel & Oak code. It works for {{payload.minutes}} minutes. We never ask for it.',
          skip: { '==': [{ var: 'payload.byEmail' }, true] },
        },
      },
      {
        name: 'Code by email',
        type: 'email',
        controls: {
          subject: '{{payload.code}} is your sign-in code',
          body: htmlEmail(
            '<p>Somebody, we hope you, is signing in with {{payload.device}} near {{payload.city}}.</p><p style="font-size:28px;letter-spacing:6px"><b>{{payload.code}}</b></p><p>The code works for {{payload.minutes}} minutes.</p>',
            'Not you? Change your password and tell us.',
          ),
          editorType: 'html',
          disableOutputSanitization: true,
        },
      },
    ],
  },
  {
    identifier: 'payment-failed',
    name: 'Payment failed',
    description: 'A card or direct debit was refused. Trade customers are told in their chat, too.',
    tags: ['billing', 'transactional'],
    severity: 'high',
    critical: true,
    group: 'Account',
    ageDays: 355,
    publishedDaysAgo: 3,
    payloadSchema: payloadSchema({ reference: TEXT, amount: TEXT, reason: TEXT, retryOn: TEXT, payUrl: TEXT }),
    steps: [
      {
        name: 'Email',
        type: 'email',
        controls: {
          subject: 'We could not collect {{payload.amount}}',
          body: htmlEmail(
            `<p>Dear {{subscriber.firstName | default: 'customer'}},</p><p>the payment of <b>{{payload.amount}}</b> for {{payload.reference}} was refused: {{payload.reason}}.</p><p>We try again on {{payload.retryOn}}.</p>${htmlButton('Pay another way', '{{payload.payUrl}}')}`,
            'Already paid? Then please ignore this email.',
          ),
          editorType: 'html',
        },
        earlier: { subject: 'Payment failed' },
      },
      {
        name: 'Note in the shop',
        type: 'in_app',
        controls: {
          subject: 'Payment of {{payload.amount}} failed',
          body: '{{payload.reason}}. We try again on {{payload.retryOn}}.',
          primaryAction: { label: 'Pay now', redirect: { url: '{{payload.payUrl}}', target: '_blank' } },
          redirect: { url: '{{payload.payUrl}}' },
        },
      },
      {
        name: 'Message to the company chat',
        type: 'chat',
        controls: {
          body: "{{subscriber.data.company | default: 'Your company'}}: payment of {{payload.amount}} for {{payload.reference}} failed ({{payload.reason}}). Pay here: {{payload.payUrl}}",
        },
      },
    ],
  },
  {
    identifier: 'trade-weekly-summary',
    name: 'Weekly trade summary',
    description: 'Every Monday morning: what a company ordered in the week, for its accounts department.',
    tags: ['trade', 'billing'],
    severity: 'medium',
    group: 'Account',
    ageDays: 290,
    publishedDaysAgo: 33,
    payloadSchema: payloadSchema({ orderNumber: TEXT, orderedBy: TEXT, amount: TEXT, costCentre: TEXT }, [
      'costCentre',
    ]),
    steps: [
      {
        name: 'Collect the week',
        type: 'digest',
        controls: { type: 'timed', cron: '0 8 * * 1' },
      },
      {
        name: 'Summary by email',
        type: 'email',
        controls: {
          subject: "Your week with us: {{steps.collect-the-week.eventCount | pluralize: 'order', 'orders'}}",
          body: htmlEmail(
            '<p>Dear {{subscriber.firstName}},</p><p>{{subscriber.data.company}} ordered:</p><ul>{% for event in steps.collect-the-week.events %}<li>{{event.payload.orderNumber}}, {{event.payload.amount}}, by {{event.payload.orderedBy}}</li>{% endfor %}</ul>',
            'Invoices follow at the end of the month.',
          ),
          editorType: 'html',
          layoutId: null,
        },
      },
    ],
  },
  {
    identifier: 'low-stock',
    name: 'Low stock',
    description: 'Tells the buying team what runs out. Lives in the warehouse code base.',
    tags: ['team', 'warehouse'],
    severity: 'none',
    origin: 'external',
    group: 'Team',
    ageDays: 150,
    payloadSchema: payloadSchema({
      sku: TEXT,
      product: TEXT,
      onHand: NUMBER,
      weeklySales: NUMBER,
      warehouse: TEXT,
      quietFor: { type: 'object' },
    }),
    steps: [
      {
        name: 'Forecast',
        type: 'custom',
        controls: {
          custom: {
            days: '{{ payload.onHand | times: 7 | divided_by: payload.weeklySales | ceil }}',
            suggestedOrder: '{{ payload.weeklySales | times: 2 }}',
          },
        },
      },
      {
        name: 'Once per product and day',
        type: 'throttle',
        controls: { type: 'dynamic', dynamicKey: 'payload.quietFor', threshold: 1, throttleKey: 'sku' },
      },
      {
        name: 'Message to the team',
        type: 'chat',
        controls: {
          body: '{{payload.product}} ({{payload.sku}}) in {{payload.warehouse}}: {{payload.onHand}} left, {{payload.weeklySales}} sold a week. Runs out in {{steps.forecast.days}} days.',
        },
      },
      {
        name: 'Note for the buyer',
        type: 'in_app',
        controls: {
          subject: '{{payload.product}} runs out in {{steps.forecast.days}} days',
          body: 'Suggested order: {{steps.forecast.suggestedOrder}} pieces.',
          redirect: { url: 'https://warehouse.fennelandoak.example/items/{{payload.sku}}', target: '_blank' },
        },
      },
    ],
  },
];
