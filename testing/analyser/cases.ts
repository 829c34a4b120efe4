/**
 * The mistakes that break a step, and their corrections: one row per mistake and control. A row changes the complete
 * controls of its type to contain the mistake. Its twin makes the same change without the mistake. `TEMPLATE_CAUSES`
 * are applied to every control that contains Liquid.
 */
import type { JsonObject } from '#lib/json/values.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import type { StepContentIssue } from '#lib/steps/issues.ts';

type IssueType = StepContentIssue['issueType'];

export interface Expected {
  path: string;
  issueType: IssueType;
  variable?: string | undefined;
  /** A part of the issue's message. */
  says: string;
}

export interface AnalyserCase {
  type: TestedType;
  cause: string;
  broken: JsonObject;
  mended: JsonObject;
  expected: Expected[];
}

export const PAYLOAD_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    order_id: { type: 'string' },
    total: { type: 'number' },
    window: { type: 'string' },
    customer: { $ref: '#/definitions/person' },
    items: { type: 'array', items: { $ref: '#/definitions/item' } },
    extra: { type: 'object', additionalProperties: true },
    labels: { type: 'object', additionalProperties: { type: 'object', properties: { text: { type: 'string' } } } },
    address: { anyOf: [{ type: 'null' }, { type: 'object', properties: { city: { type: 'string' } } }] },
  },
  definitions: {
    person: { type: 'object', properties: { name: { type: 'string' }, email: { type: 'string' } } },
    item: { allOf: [{ type: 'object', properties: { name: { type: 'string' } } }, { required: ['name'] }] },
  },
};

/** The controls of a step that has no issue. */
export const COMPLETE = {
  in_app: { subject: 'Order {{ payload.order_id }}', body: 'Hello {{ subscriber.firstName }}' },
  email: { subject: 'Order {{ payload.order_id }}', body: '<p>{{ payload.customer.name }}</p>', editorType: 'html' },
  sms: { body: 'Order {{ payload.order_id }}' },
  push: { subject: 'Order', body: '{{ payload.order_id }}' },
  chat: { body: '{{ payload.customer.name }} ordered' },
  delay: { type: 'regular', amount: 1, unit: 'hours' },
  digest: { type: 'regular', amount: 1, unit: 'hours' },
  throttle: { type: 'fixed', amount: 1, unit: 'hours' },
  custom: { custom: { id: '{{ payload.order_id }}' } },
  http_request: { method: 'POST', url: 'https://shop.example/orders', body: '{"id": "{{ payload.order_id }}"}' },
} satisfies Partial<Record<WorkflowStepType, JsonObject>>;

/** The step types that have cases. */
export type TestedType = keyof typeof COMPLETE;

const paragraph = (text: string) =>
  JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });
const button = (text: string) =>
  JSON.stringify({
    type: 'doc',
    content: [{ type: 'button', attrs: { text: 'Open', url: `https://a.example/${text}` } }],
  });

/** Every control that contains Liquid, with a function that sets its text. */
const TEMPLATE_CONTROLS: { type: TestedType; path: string; put: (text: string) => JsonObject }[] = [
  { type: 'in_app', path: 'subject', put: (subject) => ({ subject }) },
  { type: 'in_app', path: 'body', put: (body) => ({ body }) },
  { type: 'in_app', path: 'avatar', put: (text) => ({ avatar: `https://a.example/${text}` }) },
  { type: 'in_app', path: 'primaryAction.label', put: (label) => ({ primaryAction: { label } }) },
  {
    type: 'in_app',
    path: 'primaryAction.redirect.url',
    put: (text) => ({ primaryAction: { label: 'Open', redirect: { url: `/orders/${text}`, target: '_self' } } }),
  },
  { type: 'in_app', path: 'secondaryAction.label', put: (label) => ({ secondaryAction: { label } }) },
  {
    type: 'in_app',
    path: 'secondaryAction.redirect.url',
    put: (text) => ({ secondaryAction: { label: 'Later', redirect: { url: `/later/${text}` } } }),
  },
  { type: 'in_app', path: 'redirect.url', put: (text) => ({ redirect: { url: `https://a.example/${text}` } }) },
  { type: 'in_app', path: 'data.deep.0', put: (text) => ({ data: { deep: [text], number: 1 } }) },
  { type: 'email', path: 'subject', put: (subject) => ({ subject }) },
  { type: 'email', path: 'body', put: (body) => ({ body, editorType: 'html' }) },
  { type: 'email', path: 'body', put: (text) => ({ body: paragraph(text), editorType: 'block' }) },
  { type: 'email', path: 'body', put: (text) => ({ body: button(text), editorType: undefined }) },
  { type: 'sms', path: 'body', put: (body) => ({ body }) },
  { type: 'push', path: 'subject', put: (subject) => ({ subject }) },
  { type: 'push', path: 'body', put: (body) => ({ body }) },
  { type: 'chat', path: 'body', put: (body) => ({ body }) },
  { type: 'custom', path: 'custom.list.1.text', put: (text) => ({ custom: { list: [1, { text }] } }) },
  { type: 'http_request', path: 'url', put: (text) => ({ url: `https://shop.example/${text}` }) },
  { type: 'http_request', path: 'headers.0.value', put: (value) => ({ headers: [{ key: 'X-Order', value }] }) },
  { type: 'http_request', path: 'body', put: (text) => ({ body: `{"note": "${text}"}` }) },
  {
    type: 'http_request',
    path: 'body.1.value',
    put: (value) => ({
      body: [
        { key: 'a', value: 'b' },
        { key: 'c', value },
      ],
    }),
  },
];

const ILLEGAL = 'ILLEGAL_VARIABLE_IN_CONTROL_VALUE';
const ARGUMENT = 'INVALID_FILTER_ARG_IN_VARIABLE';

interface TemplateCause {
  cause: string;
  broken: string;
  mended: string;
  issueType: IssueType;
  variable?: string;
  says: string;
}

/**
 * Causes of issues in templates. The step under test is after the steps `digest`, `hook` and `inbox`, and before
 * `later`.
 */
const TEMPLATE_CAUSES: TemplateCause[] = [
  {
    cause: 'an output that is not closed',
    broken: '{{ payload.order_id',
    mended: '{{ payload.order_id }}',
    issueType: ILLEGAL,
    says: 'not closed',
  },
  {
    cause: 'a tag that does not exist',
    broken: '{% includes %}',
    mended: '{% comment %}{% endcomment %}',
    issueType: ILLEGAL,
    says: 'tag "includes" not found',
  },
  {
    cause: 'a name without namespace',
    broken: '{{ firstName }}',
    mended: '{{ subscriber.firstName }}',
    issueType: ILLEGAL,
    variable: 'firstName',
    says: 'Did you mean `subscriber.firstName`?',
  },
  {
    cause: 'a namespace that does not exist',
    broken: '{{ paylod.order_id }}',
    mended: '{{ payload.order_id }}',
    issueType: ILLEGAL,
    variable: 'paylod.order_id',
    says: 'Did you mean `payload.order_id`?',
  },
  {
    cause: 'a property that the payload schema does not have',
    broken: '{{ payload.orderId }}',
    mended: '{{ payload.order_id }}',
    issueType: ILLEGAL,
    variable: 'payload.orderId',
    says: '`payload.orderId` is not in the payload schema. Did you mean `payload.order_id`?',
  },
  {
    cause: 'a property behind a reference that is not there',
    broken: '{{ payload.items[0].nme }}',
    mended: '{{ payload.items[0].name }}',
    issueType: ILLEGAL,
    variable: 'payload.items[0].nme',
    says: 'Did you mean `payload.items[0].name`?',
  },
  {
    cause: 'a field that subscribers do not have',
    broken: '{{ subscriber.surname }}',
    mended: '{{ subscriber.lastName }}',
    issueType: ILLEGAL,
    variable: 'subscriber.surname',
    says: 'is not a field of the subscriber',
  },
  {
    cause: 'the result of a later step',
    broken: '{{ steps.later.seen }}',
    mended: '{{ steps.inbox.seen }}',
    issueType: ILLEGAL,
    variable: 'steps.later.seen',
    says: '`steps.later` runs after this step',
  },
  {
    cause: 'the result of the step itself',
    broken: '{{ steps.tested.seen }}',
    mended: '{{ steps.digest.eventCount }}',
    issueType: ILLEGAL,
    variable: 'steps.tested.seen',
    says: '`steps.tested` is this step',
  },
  {
    cause: 'a step that does not exist',
    broken: '{{ steps.digset.eventCount }}',
    mended: '{{ steps.digest.events[0].payload.order_id }}',
    issueType: ILLEGAL,
    variable: 'steps.digset.eventCount',
    says: 'Did you mean `steps.digest.eventCount`?',
  },
  {
    cause: 'something that the result of a step does not have',
    broken: '{{ steps.hook.answer }}',
    mended: '{{ steps.hook.status }}',
    issueType: ILLEGAL,
    variable: 'steps.hook.answer',
    says: 'is not in the result of step `hook`',
  },
  {
    cause: 'a loop variable after its loop',
    broken: '{% for item in payload.items %}{{ item.name }}{% endfor %}{{ item.name }}',
    mended: '{% for item in payload.items %}{{ item.name }}{{ forloop.index }}{% endfor %}',
    issueType: ILLEGAL,
    variable: 'item.name',
    says: '`item` is not a namespace',
  },
  {
    cause: 'a filter that does not exist',
    broken: '{{ payload.order_id | upcas }}',
    mended: '{{ payload.order_id | upcase }}',
    issueType: ILLEGAL,
    variable: 'payload.order_id',
    says: '`upcas` is not a filter. Did you mean `upcase`?',
  },
  {
    cause: 'a filter without its argument',
    broken: '{{ payload.order_id | append }}',
    mended: "{{ payload.order_id | append: 'x' }}",
    issueType: ARGUMENT,
    variable: 'payload.order_id',
    says: '`text` is missing',
  },
  {
    cause: 'a filter with an argument too many',
    broken: '{{ payload.order_id | upcase: 1 }}',
    mended: '{{ payload.order_id | upcase }}',
    issueType: ARGUMENT,
    variable: 'payload.order_id',
    says: 'takes no arguments',
  },
  {
    cause: 'a filter with an argument of the wrong kind',
    broken: "{{ payload.total | plus: 'many' }}",
    mended: '{{ payload.total | plus: 2 }}',
    issueType: ARGUMENT,
    variable: 'payload.total',
    says: 'must be a number',
  },
  {
    cause: 'events enumerated without a word of each',
    broken: '{{ steps.digest.events | toSentence }}',
    mended: "{{ steps.digest.events | toSentence: 'payload.order_id', 2 }}",
    issueType: ARGUMENT,
    variable: 'steps.digest.events',
    says: '`toSentence` needs the field of each event',
  },
];

/**
 * The cases of every cause in every template control. A text inside JSON must not contain bare double quotes, and these
 * causes contain none.
 */
export const templateCases: AnalyserCase[] = TEMPLATE_CONTROLS.flatMap(({ type, path, put }) =>
  TEMPLATE_CAUSES.map(({ cause, broken, mended, issueType, variable, says }) => ({
    type,
    cause,
    broken: put(broken),
    mended: put(mended),
    expected: [{ path, issueType, variable, says }],
  })),
);
