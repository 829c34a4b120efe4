import {
  blocks,
  htmlButton,
  htmlEmail,
  NUMBER,
  payloadSchema,
  TEXT,
  type WorkflowDefinition,
} from './workflow-definition.ts';

export const MARKETING_WORKFLOWS: readonly WorkflowDefinition[] = [
  {
    identifier: 'price-drops',
    name: 'Price drops you follow',
    description: 'One message instead of ten when followed products get cheaper.',
    tags: ['marketing', 'wish list'],
    severity: 'low',
    group: 'Marketing',
    ageDays: 260,
    publishedDaysAgo: 18,
    payloadSchema: payloadSchema({
      list: TEXT,
      product: TEXT,
      oldPrice: TEXT,
      newPrice: TEXT,
      discountPercent: NUMBER,
      productUrl: TEXT,
    }),
    steps: [
      {
        name: 'Collect price drops',
        type: 'digest',
        controls: {
          type: 'regular',
          amount: 4,
          unit: 'hours',
          lookBackWindow: { amount: 2, unit: 'hours' },
          digestKey: 'list',
        },
      },
      {
        name: 'Email',
        type: 'email',
        controls: {
          subject: '{{payload.product}} is now {{payload.newPrice}}',
          body: blocks(
            'Good news, {{subscriber.firstName}}',
            "{{steps.collect-price-drops.events | toSentence: 'payload.product', 2, 'other'}} got cheaper.",
            '{{payload.product}}: {{payload.oldPrice}}, now {{payload.newPrice}} (−{{payload.discountPercent}} %).',
            '[Have a look]({{payload.productUrl}})',
          ),
          editorType: 'block',
          layoutId: null,
          disableOutputSanitization: false,
        },
      },
      {
        name: 'Push to the app',
        type: 'push',
        controls: {
          subject: 'Now {{payload.newPrice}}',
          body: "{{steps.collect-price-drops.eventCount | pluralize: 'product', 'products'}} you follow got cheaper.",
          skip: { '<': [{ var: 'payload.discountPercent' }, 10] },
        },
      },
    ],
  },
  {
    identifier: 'basket-reminder',
    name: 'Basket reminder',
    description: 'A friendly word about a basket that was left behind.',
    tags: ['marketing', 'baskets'],
    severity: 'none',
    group: 'Marketing',
    ageDays: 214,
    publishedDaysAgo: 9,
    offByDefault: ['sms'],
    payloadSchema: payloadSchema(
      { basketId: TEXT, product: TEXT, itemCount: NUMBER, total: NUMBER, basketUrl: TEXT, voucher: TEXT },
      ['voucher'],
    ),
    steps: [
      {
        name: 'Wait three hours',
        type: 'delay',
        controls: { type: 'regular', amount: 3, unit: 'hours' },
      },
      {
        name: 'Reminder by email',
        type: 'email',
        controls: {
          subject: 'Still thinking about the {{payload.product}}?',
          body: htmlEmail(
            `<p>Hello {{subscriber.firstName | default: 'there'}},</p><p>your basket with {{payload.itemCount | pluralize: 'article', 'articles'}} is still here.{% if payload.voucher %} With the code <b>{{payload.voucher}}</b> delivery is on us.{% endif %}</p>${htmlButton('Back to the basket', '{{payload.basketUrl}}')}`,
            'You get this because you left a basket. Switch it off in your settings.',
          ),
          editorType: 'html',
          skip: { '<': [{ var: 'payload.total' }, 25] },
        },
        filters: [
          {
            isNegated: false,
            type: 'GROUP',
            value: 'AND',
            children: [{ on: 'payload', field: 'itemCount', operator: 'LARGER_EQUAL', value: '2' }],
          },
        ],
      },
      {
        name: 'Push to the app',
        type: 'push',
        active: true,
        controls: { subject: 'Your basket is waiting', body: '{{payload.product}} and the rest, kept for you.' },
      },
    ],
  },
  {
    identifier: 'win-back',
    name: 'We miss you',
    description: 'For customers who have not ordered in half a year.',
    tags: ['marketing', 'retention'],
    severity: 'none',
    group: 'Marketing',
    ageDays: 180,
    origin: 'svc-cloud-v1',
    steps: [
      {
        name: 'Wait a good while',
        type: 'delay',
        controls: { type: 'regular', amount: 400, unit: 'days' },
        earlier: { amount: 180 },
      },
      {
        name: 'Voucher by email',
        type: 'email',
        controls: {
          subject: '{{subscriber.firstName}}, the kettle is on',
          body: htmlEmail(
            '<p>It has been a while. Here is {{payload.voucher}} for your next order.</p>',
            'Fennel &amp; Oak, Bristol',
          ),
          editorType: 'html',
          layoutId: null,
        },
      },
    ],
  },
  {
    identifier: 'loyalty-statement',
    name: 'Loyalty points statement',
    description: 'Points earned this month and those about to lapse. Being rewritten for the new tiers.',
    tags: ['marketing', 'loyalty'],
    severity: 'low',
    group: 'Marketing',
    ageDays: 64,
    payloadSchema: payloadSchema({ points: NUMBER, lapseOn: TEXT, month: TEXT }),
    steps: [
      {
        name: 'Collect the month',
        type: 'digest',
        controls: { type: 'regular', amount: 12, unit: 'hours' },
      },
      {
        name: 'Statement by email',
        type: 'email',
        controls: {
          subject: '',
          body: htmlEmail(
            "<p>Dear {{subscriber.firstName}}, as a {{subscriber.loyaltyTier}} member you have {{payload.points}} points.</p><p>From {{steps.collect-the-month.events | toSentence: '', 3}}. {{payload.lapseOn}} is the day they lapse.</p>",
            'Points have no cash value.',
          ),
          editorType: 'html',
        },
        earlier: { subject: 'Your points in {{payload.month}}' },
      },
      {
        name: 'Note in the shop',
        type: 'in_app',
        controls: {
          subject: 'You have {{payload.points}} points',
          body: 'They lapse on {{payload.lapsesOn}}.',
          primaryAction: {
            label: 'Spend them',
            redirect: { url: 'shop.fennelandoak.example/points', target: '_self' },
          },
        },
        earlier: { subject: 'Points: {{payload.points}}' },
      },
    ],
  },
  {
    identifier: 'tasting-invitation',
    name: 'Tasting invitation',
    description: 'Invites regulars to an evening in the shop.',
    tags: ['marketing', 'events'],
    severity: 'none',
    group: 'Marketing',
    ageDays: 12,
    payloadSchema: payloadSchema({ evening: TEXT, seats: NUMBER }),
    steps: [
      { name: 'Until the next noon', type: 'delay', controls: { type: 'regular', amount: 27, unit: 'hours' } },
      {
        name: 'Invitation by email',
        type: 'email',
        controls: {
          subject: '{{payload.evening}}: a seat for you',
          body: htmlEmail(
            '<p>Dear {{subscriber.firstName}}, we keep {{payload.seats}} seats for friends of the house.</p>',
            'See you soon.',
          ),
          editorType: 'html',
        },
      },
    ],
  },
];
