/** The causes of issues in single controls: a value that is too long, or not an address, a key or a rule. */

import type { JsonObject } from '#lib/json/values.ts';
import { action, type Row, rows, secondary } from './case-rows.ts';
import type { TestedType } from './cases.ts';

const WEB = 'not a valid URL';

export const addressCases = rows('INVALID_URL', 'path', [
  [
    'in_app',
    'a host without scheme',
    { avatar: 'www.example.com/a.png' },
    { avatar: 'https://www.example.com/a.png' },
    `avatar ${WEB}`,
  ],
  ['in_app', 'mailto as avatar', { avatar: 'mailto:a@example.com' }, { avatar: '/a.png' }, `avatar ${WEB}`],
  [
    'in_app',
    'a script',
    action({ url: 'javascript:alert(1)' }),
    action({ url: 'http://localhost:3000/a' }),
    `primaryAction.redirect.url ${WEB}`,
  ],
  [
    'in_app',
    'another host by two slashes',
    action({ url: '//evil.example' }),
    action({ url: '/orders/{{ payload.order_id }}' }),
    `primaryAction.redirect.url ${WEB}`,
  ],
  [
    'in_app',
    'a relative path',
    secondary({ url: 'orders/1' }),
    secondary({ url: '{{ payload.extra.url }}' }),
    `secondaryAction.redirect.url ${WEB}`,
  ],
  [
    'in_app',
    'a scheme alone',
    { redirect: { url: 'https://' } },
    { redirect: { url: 'https://{{ payload.extra.host }}/a' } },
    `redirect.url ${WEB}`,
  ],
  [
    'in_app',
    'a space',
    { redirect: { url: 'https://a b.example/' } },
    { redirect: { url: '{% if payload.total %}/a{% else %}/b{% endif %}' } },
    `redirect.url ${WEB}`,
  ],
  ['http_request', 'a path', { url: '/orders' }, { url: 'https://shop.example/orders' }, `url ${WEB}`],
  [
    'http_request',
    'another scheme',
    { url: 'ftp://shop.example' },
    { url: 'https://{{ payload.extra.host }}:8443/' },
    `url ${WEB}`,
  ],
  [
    'http_request',
    'a value glued to the host',
    { url: 'https://shop.example{{ payload.extra.path }}' },
    { url: 'https://shop.example/{{ payload.extra.path }}' },
    'url may change the host',
  ],
  [
    'http_request',
    'a value before part of a host',
    { url: '{{ payload.extra.shop }}.example.com/orders' },
    { url: 'https://{{ payload.extra.shop }}.example.com/orders' },
    'url The target of this address is unknown',
  ],
  ['http_request', 'words', { url: 'call the shop' }, { url: '{{ payload.extra.url }}/orders' }, `url ${WEB}`],
]);

export const spanCases = rows('TIER_LIMIT_EXCEEDED', 'path', [
  [
    'delay',
    'more than 180 days',
    { amount: 181, unit: 'days' },
    { amount: 180, unit: 'days' },
    'amount 180 days',
    'unit 181 days',
  ],
  [
    'delay',
    'six months',
    { amount: 6, unit: 'months' },
    { amount: 5, unit: 'months' },
    'amount takes up to 184 days',
    'unit 180 days',
  ],
  [
    'delay',
    'more than 25 weeks',
    { amount: 26, unit: 'weeks' },
    { amount: 25, unit: 'weeks' },
    'amount 182 days',
    'unit longest delay',
  ],
  [
    'delay',
    'many seconds',
    { amount: 15_552_001, unit: 'seconds' },
    { amount: 15_552_000, unit: 'seconds' },
    'amount 180 days',
    'unit 180 days',
  ],
  [
    'delay',
    'a yearly schedule',
    { type: 'timed', cron: '0 0 1 1 *' },
    { type: 'timed', cron: '0 0 1 */3 *' },
    'cron 365 days',
  ],
  [
    'delay',
    'a season',
    { type: 'timed', cron: '0 9 * 6-8 *' },
    { type: 'timed', cron: '0 9 * 1-9 *' },
    'cron pauses for',
  ],
  [
    'delay',
    'a leap day',
    { type: 'timed', cron: '0 0 29 2 *' },
    { type: 'timed', cron: '0 0 L * *' },
    'cron 1461 days',
  ],
  [
    'digest',
    'more than 180 days',
    { amount: 4321, unit: 'hours' },
    { amount: 4320, unit: 'hours' },
    'amount longest digest',
    'unit longest digest',
  ],
  [
    'digest',
    'a long window',
    { lookBackWindow: { amount: 200, unit: 'days' } },
    { lookBackWindow: { amount: 100, unit: 'days' } },
    'lookBackWindow.amount 200 days',
    'lookBackWindow.unit 200 days',
  ],
  [
    'digest',
    'a yearly schedule',
    { type: 'timed', cron: '@yearly' },
    { type: 'timed', cron: '@monthly' },
    'cron 365 days',
  ],
  [
    'throttle',
    'more than 180 days',
    { amount: 181, unit: 'days' },
    { type: 'dynamic', dynamicKey: 'window', amount: 181, unit: 'days' },
    'amount longest throttle',
    'unit longest throttle',
  ],
  [
    'throttle',
    'many minutes',
    { amount: 259_201, unit: 'minutes' },
    { amount: 259_200, unit: 'minutes' },
    'amount 180 days',
    'unit 180 days',
  ],
]);

export const illegalVariable = (variable: string, list: Row[]) =>
  rows('ILLEGAL_VARIABLE_IN_CONTROL_VALUE', variable, list);

export const keyCases = [
  ...illegalVariable('payload.orderId', [
    [
      'digest',
      'a key that the payload has not',
      { digestKey: 'payload.orderId' },
      { digestKey: 'payload.order_id' },
      'digestKey Did you mean `payload.order_id`?',
    ],
    [
      'digest',
      'a template of it',
      { digestKey: '{{ payload.orderId }}' },
      { digestKey: '{{ payload.order_id }}' },
      'digestKey Did you mean `payload.order_id`?',
    ],
    [
      'throttle',
      'a key that the payload has not',
      { throttleKey: 'payload.orderId' },
      { throttleKey: 'subscriber.data.team' },
      'throttleKey is not in the payload schema',
    ],
  ]),
  ...illegalVariable('orderId', [
    [
      'digest',
      'a short key that the payload has not',
      { digestKey: 'orderId' },
      { digestKey: 'order_id' },
      'digestKey Did you mean `payload.order_id`?',
    ],
    [
      'throttle',
      'a short key that the payload has not',
      { type: 'dynamic', dynamicKey: 'orderId' },
      { type: 'dynamic', dynamicKey: 'items.0.name' },
      'dynamicKey is not in the payload schema',
    ],
  ]),
  ...illegalVariable('payload..a', [
    [
      'digest',
      'a path with a gap',
      { digestKey: 'payload..a' },
      { digestKey: 'payload.items[0].name' },
      'digestKey is not a path',
    ],
  ]),
  ...illegalVariable('none', [
    [
      'throttle',
      'a template that is not closed',
      { throttleKey: '{{ payload.order_id' },
      { throttleKey: '{{ payload.order_id }}' },
      'throttleKey not closed',
    ],
  ]),
];

const plan = (rule: JsonObject) => ({ skip: rule });
const FIELD = { var: 'payload.order_id' };
const SKIPPED: TestedType[] = ['in_app', 'email', 'sms', 'push', 'chat', 'delay', 'digest', 'throttle', 'http_request'];

/** Cases of skip rules. Every step except custom steps can be skipped. */
export const skipCases = SKIPPED.flatMap((type) => [
  ...illegalVariable('payload.orderId', [
    [
      type,
      'a rule on a field that is not there',
      plan({ '==': [{ var: 'payload.orderId' }, 'A'] }),
      plan({ '==': [FIELD, 'A'] }),
      'skip Did you mean `payload.order_id`?',
    ],
  ]),
  ...illegalVariable('steps.later.seen', [
    [
      type,
      'a rule on a later step',
      plan({ '!': { var: 'steps.later.seen' } }),
      plan({ '!': { var: 'steps.inbox.seen' } }),
      'skip runs after this step',
    ],
  ]),
  ...illegalVariable('none', [
    [
      type,
      'an unknown operator',
      plan({ startWith: [FIELD, 'A'] }),
      plan({ startsWith: [FIELD, 'A'] }),
      'skip Did you mean `startsWith`?',
    ],
  ]),
  ...rows('MISSING_VALUE', 'payload.order_id', [
    [
      type,
      'a rule without value',
      plan({ and: [{ '==': [FIELD, ''] }] }),
      plan({ and: [{ '==': [FIELD, 'A'] }] }),
      'skip Value is required',
    ],
  ]),
]);
