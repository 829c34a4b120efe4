/** The causes that belong to one control: what is missing, too long, no address, no key, no schema, no schedule, no rule. */
import type { JsonObject } from '#lib/api/text.ts';
import type { StepContentIssue } from '#lib/steps/issues.ts';
import type { AnalyserCase, Expected, TestedType } from './analyse.cases.ts';

type Row = [type: TestedType, cause: string, broken: JsonObject, mended: JsonObject, ...expected: string[]];

/** Each expectation is `path says`; the variable is the path unless the row gives another one. */
function rows(
  issueType: StepContentIssue['issueType'],
  variable: 'path' | 'none' | string,
  list: Row[],
): AnalyserCase[] {
  return list.map(([type, cause, broken, mended, ...expected]) => ({
    type,
    cause,
    broken,
    mended,
    expected: expected.map((text): Expected => {
      const [path = '', ...says] = text.split(' ');
      return {
        path,
        issueType,
        variable: variable === 'path' ? path : variable === 'none' ? undefined : variable,
        says: says.join(' '),
      };
    }),
  }));
}

const action = (redirect: JsonObject) => ({ primaryAction: { label: 'Open', redirect } });
const secondary = (redirect: JsonObject) => ({ secondaryAction: { label: 'Later', redirect } });

export const missingCases = rows('MISSING_VALUE', 'path', [
  [
    'in_app',
    'neither subject nor body',
    { subject: '', body: null },
    { subject: '', body: 'Hi' },
    'subject Subject or body',
    'body Subject or body',
  ],
  [
    'in_app',
    'an action without url',
    action({ url: '', target: '_self' }),
    action({ url: '/a', target: '_self' }),
    'primaryAction.redirect.url The URL is missing',
  ],
  [
    'in_app',
    'a second action without url',
    secondary({ target: '_top' }),
    secondary({ url: '/', target: '_top' }),
    'secondaryAction.redirect.url The URL is missing',
  ],
  [
    'in_app',
    'a redirect without url',
    { redirect: { url: '', target: '_blank' } },
    { redirect: { url: '', target: null } },
    'redirect.url The URL is missing',
  ],
  [
    'in_app',
    'an unknown target',
    { redirect: { url: '/', target: 'here' } },
    { redirect: { url: '/', target: '_self' } },
    'redirect.target must be one of _self',
  ],
  ['in_app', 'an unknown control', { bdy: 'x' }, { bdy: undefined }, 'bdy Did you mean `body`?'],
  [
    'in_app',
    'an unknown part of an action',
    action({ url: '/', type: 'x' }),
    action({ url: '/' }),
    'primaryAction.redirect.type Remove it',
  ],
  ['email', 'no subject', { subject: '' }, { subject: 'Hi' }, 'subject The subject is missing'],
  ['email', 'a null subject', { subject: null }, { subject: 'Hi', layoutId: null }, 'subject The subject is missing'],
  ['email', 'an unknown editor', { editorType: 'md' }, { editorType: 'html' }, 'editorType must be one of block, html'],
  [
    'email',
    'an unknown control',
    { preheader: 'x' },
    { preheader: undefined },
    'preheader is no control of an e-mail step',
  ],
  ['sms', 'no body', { body: '' }, { body: 'Hi' }, 'body The message is empty'],
  ['sms', 'a subject', { subject: 'Hi' }, { subject: undefined }, 'subject is no control of an SMS step'],
  ['push', 'no body', { body: undefined }, { body: 'Hi' }, 'body The message is empty'],
  ['push', 'an unknown control', { title: 'Hi' }, { title: undefined }, 'title is no control of a push step'],
  ['chat', 'no body', { body: '' }, { body: 'Hi', skip: {} }, 'body The message is empty'],
  ['chat', 'an unknown control', { text: 'Hi' }, { text: undefined }, 'text is no control of a chat step'],
  ['delay', 'no amount', { amount: undefined }, { amount: 5 }, 'amount The amount is missing'],
  ['delay', 'no unit', { unit: null }, { unit: 'weeks' }, 'unit The unit is missing'],
  ['delay', 'neither', { amount: null, unit: '' }, { amount: 2, unit: 'days' }, 'amount is missing', 'unit is missing'],
  ['delay', 'an amount below one', { amount: 0 }, { amount: 1 }, 'amount Enter at least 1'],
  ['delay', 'half an amount', { amount: 1.5 }, { amount: 2 }, 'amount Enter a whole number'],
  ['delay', 'an unknown unit', { unit: 'years' }, { unit: 'months' }, 'unit must be one of seconds'],
  ['delay', 'an unknown type', { type: 'dynamic' }, { type: 'regular' }, 'type must be one of regular, timed'],
  ['delay', 'no schedule', { type: 'timed' }, { type: 'timed', cron: '0 9 * * *' }, 'cron The schedule is missing'],
  [
    'delay',
    'no cron expression',
    { type: 'timed', cron: 'at nine' },
    { type: 'timed', cron: '0 9 * * 1-5' },
    'cron is no cron expression',
  ],
  [
    'delay',
    'a schedule that never comes',
    { type: 'timed', cron: '0 0 30 2 *' },
    { type: 'timed', cron: '0 0 28 * *' },
    'cron never comes',
  ],
  [
    'delay',
    'a time instead of a schedule',
    { type: 'timed', cron: '2026-12-24T18:00:00' },
    { type: 'timed', cron: '0 18 24 * *' },
    'cron is a single time',
  ],
  [
    'delay',
    'an unknown control',
    { dynamicKey: 'payload.window' },
    { dynamicKey: undefined },
    'dynamicKey is no control of a delay step',
  ],
  ['digest', 'no amount', { amount: undefined }, { amount: 5 }, 'amount The amount is missing'],
  ['digest', 'no unit', { unit: undefined }, { unit: 'minutes' }, 'unit The unit is missing'],
  ['digest', 'a negative amount', { amount: -1 }, { amount: 1 }, 'amount Enter at least 1'],
  [
    'digest',
    'no type and no amount',
    { type: undefined, amount: undefined },
    { type: undefined },
    'amount The amount is missing',
  ],
  [
    'digest',
    'no schedule',
    { type: 'timed', cron: '' },
    { type: 'timed', cron: '*/5 * * * *' },
    'cron The schedule is missing',
  ],
  [
    'digest',
    'a schedule of four fields',
    { type: undefined, amount: undefined, cron: '0 9 * *' },
    { type: undefined, amount: undefined, cron: '0 9 * * *' },
    'cron is no cron expression',
  ],
  [
    'digest',
    'half a window',
    { lookBackWindow: { amount: 1 } },
    { lookBackWindow: { amount: 1, unit: 'days' } },
    'lookBackWindow.unit is missing',
  ],
  [
    'digest',
    'a window of nothing',
    { lookBackWindow: { amount: 0, unit: 'days' } },
    { lookBackWindow: {} },
    'lookBackWindow.amount Enter at least 1',
  ],
  [
    'digest',
    'an unknown control',
    { digestkey: 'order_id' },
    { digestKey: 'order_id' },
    'digestkey Did you mean `digestKey`?',
  ],
  ['throttle', 'no amount', { amount: undefined }, { amount: 5 }, 'amount The amount is missing'],
  ['throttle', 'no unit', { unit: undefined }, { unit: 'minutes' }, 'unit The unit is missing'],
  ['throttle', 'a unit of delays', { unit: 'seconds' }, { unit: 'days' }, 'unit must be one of minutes, hours, days'],
  [
    'throttle',
    'no key',
    { type: 'dynamic' },
    { type: 'dynamic', dynamicKey: 'payload.window' },
    'dynamicKey The key is missing',
  ],
  ['throttle', 'a threshold of nothing', { threshold: 0 }, { threshold: 3 }, 'threshold Enter at least 1'],
  ['throttle', 'half a threshold', { threshold: 2.5 }, { threshold: 2 }, 'threshold Enter a whole number'],
  ['throttle', 'an unknown control', { limit: 3 }, { limit: undefined }, 'limit is no control of a throttle step'],
  [
    'custom',
    'a control of other steps',
    { skip: { '==': [1, 1] } },
    { skip: undefined },
    'skip is no control of a custom step',
  ],
  ['custom', 'a list', { custom: [1] }, { custom: {} }, 'custom must be an object'],
  ['http_request', 'no url', { url: '' }, { url: 'https://a.example' }, 'url The URL is missing'],
  ['http_request', 'an unknown method', { method: 'HEAD' }, { method: 'GET' }, 'method must be one of GET'],
  [
    'http_request',
    'a header without name',
    { headers: [{ key: '', value: 'x' }] },
    { headers: [{ key: 'A', value: '' }] },
    'headers.0.key The name is missing',
  ],
  [
    'http_request',
    'a pair without name',
    { body: [{ key: 'a', value: 'b' }, { value: 'x' }] },
    { body: [{ key: 'a', value: 'b' }] },
    'body.1.key The name is missing',
  ],
  [
    'http_request',
    'a schema that is none',
    { responseBodySchema: { type: 'objekt' } },
    { responseBodySchema: { type: 'object' } },
    'responseBodySchema /type',
  ],
  [
    'http_request',
    'a schema from elsewhere',
    { responseBodySchema: { $ref: 'https://a.example/s.json' } },
    { responseBodySchema: { $ref: '#/$defs/a', $defs: { a: {} } } },
    'responseBodySchema outside of the schema',
  ],
  [
    'http_request',
    'an unknown control',
    { timeout: 5 },
    { timeout: undefined },
    'timeout is no control of an HTTP request step',
  ],
]);

const WEB = 'no valid URL';

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
    'more than six months',
    { amount: 7, unit: 'months' },
    { amount: 6, unit: 'months' },
    'amount takes 210 days',
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

const illegal = (variable: string, list: Row[]) => rows('ILLEGAL_VARIABLE_IN_CONTROL_VALUE', variable, list);

export const keyCases = [
  ...illegal('payload.orderId', [
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
  ...illegal('orderId', [
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
  ...illegal('payload..a', [
    [
      'digest',
      'a path with a gap',
      { digestKey: 'payload..a' },
      { digestKey: 'payload.items[0].name' },
      'digestKey is no path',
    ],
  ]),
  ...illegal('none', [
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

/** Every step but custom ones can be skipped. */
export const skipCases = SKIPPED.flatMap((type) => [
  ...illegal('payload.orderId', [
    [
      type,
      'a rule on a field that is not there',
      plan({ '==': [{ var: 'payload.orderId' }, 'A'] }),
      plan({ '==': [FIELD, 'A'] }),
      'skip Did you mean `payload.order_id`?',
    ],
  ]),
  ...illegal('steps.later.seen', [
    [
      type,
      'a rule on a later step',
      plan({ '!': { var: 'steps.later.seen' } }),
      plan({ '!': { var: 'steps.inbox.seen' } }),
      'skip runs after this step',
    ],
  ]),
  ...illegal('none', [
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

export const blockCases = [
  ...illegal('none', [
    [
      'email',
      'no JSON',
      { editorType: 'block', body: '{"type":"doc"' },
      { editorType: 'block', body: '{"type":"doc"}' },
      'body is not a document',
    ],
    [
      'email',
      'another JSON',
      { editorType: 'block', body: '[]' },
      { editorType: 'block', body: '' },
      'body is not a document',
    ],
  ]),
  ...illegal('current.name', [
    [
      'email',
      'the item of a repeat outside of it',
      block([variable('current.name')]),
      block([repeat('payload.items', [variable('current.name')])]),
      'body `current` is no namespace',
    ],
  ]),
  ...illegal('payload.itms', [
    [
      'email',
      'a repeat of what is not there',
      block([repeat('payload.itms', [])]),
      block([repeat('payload.items', [])]),
      'body Did you mean `payload.items`?',
    ],
  ]),
  ...illegal('payload.totl', [
    [
      'email',
      'a condition on what is not there',
      block([shownIf('payload.totl')]),
      block([shownIf('payload.total')]),
      'body Did you mean `payload.total`?',
    ],
  ]),
  ...illegal('payload.logo', [
    [
      'email',
      'a picture that is not there',
      block([image('{{ payload.logo }}')]),
      block([image('{{ payload.extra.logo }}')]),
      'body is not in the payload schema',
    ],
  ]),
];

function block(content: JsonObject[]) {
  return { editorType: 'block', body: JSON.stringify({ type: 'doc', content }) };
}

function variable(id: string): JsonObject {
  return { type: 'paragraph', content: [{ type: 'variable', attrs: { id } }] };
}

function repeat(each: string, content: JsonObject[]): JsonObject {
  return { type: 'repeat', attrs: { each }, content };
}

function shownIf(showIfKey: string): JsonObject {
  return { type: 'heading', attrs: { level: 2, showIfKey }, content: [{ type: 'text', text: 'Total' }] };
}

function image(src: string): JsonObject {
  return { type: 'image', attrs: { src } };
}
