import {
  blocks,
  htmlButton,
  htmlEmail,
  NUMBER,
  payloadSchema,
  TEXT,
  type WorkflowDefinition,
} from './workflow-definition.ts';

const ITEMS = {
  type: 'array',
  items: {
    type: 'object',
    properties: { name: TEXT, quantity: NUMBER, price: TEXT },
    required: ['name', 'quantity', 'price'],
  },
};

export const ORDER_WORKFLOWS: readonly WorkflowDefinition[] = [
  {
    identifier: 'order-confirmation',
    name: 'Order confirmation',
    description: 'Thanks the customer and repeats what was ordered.',
    tags: ['orders', 'transactional'],
    severity: 'medium',
    group: 'Orders',
    ageDays: 396,
    publishedDaysAgo: 12,
    validatePayload: true,
    translated: true,
    payloadSchema: payloadSchema(
      {
        orderNumber: TEXT,
        items: ITEMS,
        total: TEXT,
        deliveryDay: TEXT,
        address: TEXT,
        paidWith: TEXT,
        orderUrl: TEXT,
        note: TEXT,
      },
      ['note'],
    ),
    steps: [
      {
        name: 'Receipt by email',
        type: 'email',
        controls: {
          subject: 'Your order {{payload.orderNumber}} is in',
          body: htmlEmail(
            `<p>Dear {{subscriber.firstName | default: 'customer'}},</p><p>thank you for your order <b>{{payload.orderNumber}}</b>. We will bring it on {{payload.deliveryDay}} to {{payload.address}}.</p><table>{% for item in payload.items %}<tr><td>{{item.quantity}} ×</td><td>{{item.name}}</td><td align="right">{{item.price}}</td></tr>{% endfor %}<tr><td></td><td><b>Total</b></td><td align="right"><b>{{payload.total}}</b></td></tr></table><p>Paid with {{payload.paidWith}}.</p>${htmlButton('See your order', '{{payload.orderUrl}}')}`,
            'Changed your mind? You can cancel until 20:00 the evening before delivery.',
          ),
          editorType: 'html',
          disableOutputSanitization: false,
        },
        earlier: { subject: 'Thank you for your order {{payload.orderNumber}}' },
      },
      {
        name: 'Note in the shop',
        type: 'in_app',
        controls: {
          subject: 'Order {{payload.orderNumber}} confirmed',
          body: "{{payload.items | size | pluralize: 'article', 'articles'}}, {{payload.total}}. Delivery on {{payload.deliveryDay}}.",
          avatar: 'https://cdn.fennelandoak.example/icons/parcel.png',
          primaryAction: { label: 'See order', redirect: { url: '{{payload.orderUrl}}', target: '_self' } },
          redirect: { url: '{{payload.orderUrl}}', target: '_self' },
          disableOutputSanitization: false,
          data: { kind: 'order', orderNumber: '{{payload.orderNumber}}' },
        },
      },
    ],
  },
  {
    identifier: 'delivery-on-its-way',
    name: 'Delivery on its way',
    description: 'Asks the carrier for the arrival time and tells the customer by text message and push.',
    tags: ['deliveries', 'transactional'],
    severity: 'low',
    group: 'Orders',
    ageDays: 371,
    publishedDaysAgo: 6,
    payloadSchema: payloadSchema({
      orderNumber: TEXT,
      carrier: TEXT,
      trackingNumber: TEXT,
      driver: TEXT,
      trackingUrl: TEXT,
    }),
    steps: [
      {
        name: 'Ask the carrier',
        type: 'http_request',
        shouldStopOnFail: true,
        controls: {
          method: 'GET',
          url: 'https://eta.parcelway.example/v2/shipments/{{payload.trackingNumber}}',
          headers: [
            { key: 'accept', value: 'application/json' },
            { key: 'x-account', value: 'fennel-and-oak' },
          ],
          responseBodySchema: {
            type: 'object',
            properties: { from: TEXT, until: TEXT, stopsBefore: NUMBER },
            required: ['from', 'until'],
          },
          enforceSchemaValidation: true,
          continueOnFailure: false,
        },
      },
      {
        name: 'Text message',
        type: 'sms',
        controls: {
          body: 'Fennel & Oak: {{payload.driver}} brings order {{payload.orderNumber}} today between {{steps.ask-the-carrier.from}} and {{steps.ask-the-carrier.until}}. {{payload.trackingUrl}}',
          skip: { '==': [{ var: 'subscriber.data.quietDeliveries' }, true] },
        },
      },
      {
        name: 'Push to the app',
        type: 'push',
        controls: {
          subject: 'On its way',
          body: '{{payload.driver}} is {{steps.ask-the-carrier.stopsBefore}} stops away with {{payload.orderNumber}}.',
        },
      },
    ],
  },
  {
    identifier: 'delivery-problem',
    name: 'Delivery problem',
    description: 'A delivery is late, damaged or could not be handed over.',
    tags: ['deliveries', 'service'],
    severity: 'high',
    group: 'Orders',
    ageDays: 340,
    publishedDaysAgo: 25,
    payloadSchema: payloadSchema(
      { orderNumber: TEXT, problem: TEXT, nextAttempt: TEXT, helpUrl: TEXT, compensation: TEXT },
      ['compensation'],
    ),
    steps: [
      {
        name: 'At most one in six hours',
        type: 'throttle',
        controls: {
          type: 'fixed',
          amount: 6,
          unit: 'hours',
          threshold: 1,
          throttleKey: 'orderNumber',
        },
      },
      {
        name: 'Note with choices',
        type: 'in_app',
        controls: {
          subject: 'Order {{payload.orderNumber}}: {{payload.problem}}',
          body: 'We are sorry. Next attempt: {{payload.nextAttempt}}. Does that suit you?',
          primaryAction: {
            label: 'That is fine',
            redirect: { url: '{{payload.helpUrl}}?answer=yes', target: '_self' },
          },
          secondaryAction: { label: 'Choose another day', redirect: { url: '{{payload.helpUrl}}', target: '_blank' } },
          disableOutputSanitization: false,
        },
      },
      {
        name: 'Text message',
        type: 'sms',
        controls: {
          body: 'Fennel & Oak: {{payload.problem}} (order {{payload.orderNumber}}). Next attempt: {{payload.nextAttempt}}. Other day? {{payload.helpUrl}}',
        },
      },
      {
        name: 'Apology by email',
        type: 'email',
        controls: {
          subject: 'About your order {{payload.orderNumber}}',
          body: blocks(
            'We owe you an apology, {{subscriber.firstName}}',
            'What happened: {{payload.problem}}. We try again {{payload.nextAttempt}}.',
            '[Choose another day]({{payload.helpUrl}})',
            'Reply to this email and a person answers, usually within the hour.',
          ),
          editorType: 'block',
          layoutId: null,
        },
      },
    ],
  },
  {
    identifier: 'review-request',
    name: 'Review request',
    description: 'The evening after a delivery: how was it?',
    tags: ['orders', 'feedback'],
    severity: 'none',
    group: 'Orders',
    ageDays: 233,
    publishedDaysAgo: 41,
    userPreferences: {
      all: { enabled: true, readOnly: false },
      channels: {
        email: { enabled: false },
        sms: { enabled: true },
        in_app: { enabled: true },
        chat: { enabled: true },
        push: { enabled: true },
      },
    },
    payloadSchema: payloadSchema({ orderNumber: TEXT, product: TEXT, reviewUrl: TEXT }),
    steps: [
      { name: 'Until the evening', type: 'delay', controls: { type: 'timed', cron: '0 18 * * *' } },
      {
        name: 'Question in the shop',
        type: 'in_app',
        controls: {
          subject: 'How do you like the {{payload.product}}?',
          body: 'Two taps help other cooks to choose.',
          avatar: '/icons/star.svg',
          primaryAction: { label: 'Love it', redirect: { url: '{{payload.reviewUrl}}?stars=5' } },
          secondaryAction: { label: 'Could be better', redirect: { url: '{{payload.reviewUrl}}?stars=2' } },
          data: { kind: 'review' },
        },
      },
      {
        name: 'Question by email',
        type: 'email',
        controls: {
          subject: 'How is the {{payload.product}} doing?',
          body: blocks(
            'A week in your kitchen',
            'Dear {{subscriber.firstName}}, your {{payload.product}} from order {{payload.orderNumber}} has had time to settle in.',
            '[Write two lines about it]({{payload.reviewUrl}})',
          ),
          editorType: 'block',
          skip: { '==': [{ var: 'steps.question-in-the-shop.read' }, true] },
        },
      },
    ],
  },
];
