import { expect, test } from 'vitest';
import type { ActiveIntegration } from '#lib/workflows/integration-issues.ts';
import type { WorkflowRecord } from '#lib/workflows/query.ts';
import { resourceChanges, summaryOf } from './changes.ts';
import { compareWorkflow } from './comparison.ts';
import { hostProblem } from './hosts.ts';
import type { Side, SideLayout } from './side.ts';

const SMS: ActiveIntegration = { name: 'SMS', channel: 'sms', primary: true, connected: false };
const EMAIL: ActiveIntegration = { ...SMS, name: 'Email', channel: 'email' };

const HOUSE_ID = '6650f0c2a4b1d2e3f4a5b6c7';

type Step = [type: string, controlValues: Record<string, unknown>, stepId?: string];

function workflow(steps: Step[], more: Partial<WorkflowRecord> = {}): WorkflowRecord {
  return {
    ...{ id: 'w', version: 1, identifier: 'order', name: 'Order', description: '', tags: [], active: true },
    ...{ isSensitive: false, isTracked: false, resendWithinHours: null, validatePayload: false, payloadSchema: null },
    isTranslationEnabled: false,
    ...{ origin: 'svc-cloud', severity: 'none', defaultPreferences: {}, userPreferences: null, issues: null },
    ...{ createdAt: '', updatedAt: '', updatedBy: null, lastPublishedAt: null, lastPublishedBy: null },
    lastTriggeredAt: null,
    steps: steps.map(([type, controlValues, stepId = type], at) => ({
      ...{ id: `${more.id ?? 'w'}${at}`, stepId, name: stepId, type, controlValues, controlIssues: null },
    })),
    ...more,
  };
}

function layout(identifier: string, more: Partial<SideLayout> = {}): SideLayout {
  const content = { name: identifier, editorType: 'html', body: '{{ content }}', isTranslationEnabled: false };
  return { id: `id-${identifier}`, identifier, isDefault: false, version: 0, ...content, ...more };
}

const development: Side = {
  environment: { id: 'd', name: 'Development', slug: 'development', type: 'development' },
  ...{ workflows: [], layouts: [], integrations: [EMAIL, SMS] },
  variables: { set: ['URL', 'KEY'], unset: [] },
};
const production: Side = {
  ...development,
  environment: { id: 'p', name: 'Production', slug: 'production', type: 'production' },
};

const text = (body: string): Step => ['sms', { body }];
const mail = (more: object): Step => [
  'email',
  { subject: 'S', body: '<p>B</p>', editorType: 'html', layoutId: null, ...more },
];
const call = (url: string): Step => ['http_request', { method: 'GET', url }];

type Row = [
  name: string,
  steps: Step[],
  source: Partial<Side>,
  target: Partial<Side>,
  active: boolean,
  lines: string[],
];

const TABLE: Row[] = [
  ['nothing is missing', [text('Hi')], {}, {}, true, []],
  [
    'no integration',
    [text('Hi')],
    {},
    { integrations: [EMAIL] },
    false,
    ['pauses In Production: SMS has no active integration. Add or activate one under Integrations.'],
  ],
  [
    'an integration that is not primary',
    [text('Hi')],
    {},
    { integrations: [{ ...SMS, primary: false }] },
    false,
    ['pauses In Production: SMS has an active integration, but no primary one. Make one primary under Integrations.'],
  ],
  [
    'an inbox that nothing connects to does not pause',
    [['in_app', { body: 'Hi' }]],
    {},
    { integrations: [{ ...SMS, name: 'Inbox', channel: 'in_app' }] },
    true,
    [
      'warns In Production: No inbox has connected to "Inbox" yet. Add the inbox to your app, or deactivate the integration.',
    ],
  ],
  [
    'a variable without a value there',
    [text('{{ env.URL }} {{ env.KEY }}')],
    {},
    { variables: { set: ['KEY'], unset: ['URL'] } },
    false,
    ['pauses The variable `env.URL` has no value in Production.'],
  ],
  [
    'a variable that does not exist',
    [text("{{ env['GONE'] }} {{ env[payload.x] }}")],
    {},
    {},
    false,
    ['pauses There is no variable `env.GONE`.'],
  ],
  [
    'a layout that is published too, by its ID',
    [mail({ layoutId: HOUSE_ID })],
    { layouts: [layout('house', { id: HOUSE_ID })] },
    {},
    true,
    [],
  ],
  [
    'a layout that is published too, with a variable that has no value there',
    [mail({ layoutId: 'house' })],
    { layouts: [layout('house', { body: '{{ content }} {{ env.URL }}' })] },
    { variables: { set: [], unset: ['URL'] } },
    false,
    [
      'pauses The variable `env.URL` has no value in Production.',
      'informs The layout “house” is missing in Production, and is published too.',
    ],
  ],
  [
    'the default layout, if there is none there',
    [mail({ layoutId: undefined })],
    { layouts: [layout('house', { isDefault: true })] },
    {},
    true,
    ['informs The layout “house” is missing in Production, and is published too.'],
  ],
  [
    'the default layout, if there is another one there',
    [mail({ layoutId: undefined })],
    { layouts: [layout('house', { isDefault: true })] },
    { layouts: [layout('other', { isDefault: true })] },
    true,
    [],
  ],
  [
    'a layout that differs there',
    [mail({ layoutId: 'house' })],
    { layouts: [layout('house')] },
    { layouts: [layout('house', { body: 'x {{ content }}' })] },
    true,
    ['warns The layout “house” differs in Production. It stays unchanged there, unless you publish it too.'],
  ],
  [
    'a layout that neither has',
    [mail({ layoutId: 'gone' })],
    {},
    {},
    false,
    ['blocks Neither Development nor Production has the layout “gone”. Choose another one in the step.'],
  ],
  ['an issue of the content', [text('')], {}, {}, false, ['pauses Step “sms”: The message is empty. Write its body.']],
  [
    'a host of the source',
    [call('https://api.dev.example.com/x')],
    {},
    {},
    true,
    ['warns Step “http_request”: api.dev.example.com looks like an address of Development.'],
  ],
];

const shown = (lines: readonly { effect: string; message: string }[]) =>
  lines.map(({ effect, message }) => `${effect} ${message}`);

test.each(TABLE)('%s', (_, steps, source, target, active, lines) => {
  const [here, there] = [
    { ...development, ...source },
    { ...production, ...target },
  ];
  const found = compareWorkflow(here, there, workflow(steps));
  if (lines.length > 0) expect(shown(found.preflight)).toEqual(lines);
  else expect(shown(found.preflight).filter((line) => !line.startsWith('informs'))).toEqual([]);
  expect(found.status).toBe('new');
  expect(found.definition.active).toBe(active);
  const paused = compareWorkflow(here, there, workflow(steps, { active: false }));
  expect(paused.definition.active, 'a paused one arrives paused').toBe(false);
  for (const live of [true, false]) {
    const other = workflow([text('before')], { id: 't', active: live });
    const changed = compareWorkflow(here, { ...there, workflows: [other] }, workflow(steps));
    expect(changed.status).toBe('changed');
    expect(changed.definition.active, 'content never switches an existing workflow').toBe(live);
  }
});

test('what is missing is listed with its kind, and the same issue of two fields of a step once', () => {
  const there = { ...production, integrations: [{ ...EMAIL, primary: false }], variables: { set: [], unset: ['URL'] } };
  const steps = [
    mail({ subject: '{{ env.URL }}{{ payload.x | nope }}', body: '{{ payload.x | nope }}' }),
    text('{{ env.GONE }}'),
  ];
  const { preflight } = compareWorkflow(development, there, workflow(steps));
  const lacking = preflight.flatMap(({ lacks, channel, variable }) => (lacks ? [[lacks, channel ?? variable]] : []));
  expect(lacking).toEqual([
    ['primary', 'email'],
    ['integration', 'sms'],
    ['variable', 'GONE'],
    ['value', 'URL'],
  ]);
  expect(preflight.filter(({ about }) => about === 'issue')).toHaveLength(1);
});

test('equal content is equal, whatever differs between the environments', () => {
  const layouts = [layout('house', { id: HOUSE_ID })];
  const source = workflow([mail({ layoutId: HOUSE_ID }), text('Hi')]);
  const there = workflow([mail({ layoutId: 'house' }), text('Hi')], { id: 'other', active: false, version: 9 });
  const [here, target] = [
    { ...development, layouts },
    { ...production, layouts, workflows: [there], integrations: [] },
  ];
  const found = compareWorkflow(here, target, source);
  expect([found.status, found.preflight, resourceChanges(found)]).toEqual(['same', [], []]);
  const marked = compareWorkflow(here, target, { ...source, isSensitive: true });
  expect(marked.status).toBe('changed');
  expect(resourceChanges(marked)).toMatchObject([
    { action: 'modified', diffs: { previous: { isSensitive: false }, new: { isSensitive: true } } },
  ]);
});

test('changes are listed by step, with masks instead of secrets', () => {
  const secret = (value: string): Step => [
    'http_request',
    { method: 'GET', url: 'https://a.example', headers: [{ key: 'Authorization', value }] },
  ];
  const before = workflow(
    [
      secret('Bearer secret-before'),
      ['sms', { body: 'A' }, 'a'],
      ['sms', { body: 'B' }, 'b'],
      ['sms', { body: 'D' }, 'd'],
    ],
    {
      id: 't',
    },
  );
  const after = workflow(
    [
      secret('Bearer secret-after'),
      ['sms', { body: 'B' }, 'b'],
      ['sms', { body: 'A' }, 'a'],
      ['sms', { body: 'C' }, 'c'],
    ],
    {
      name: 'Renamed',
    },
  );
  const changes = resourceChanges(compareWorkflow(development, { ...production, workflows: [before] }, after));
  expect(JSON.stringify(changes)).not.toMatch(/secret-(before|after)/);
  expect(
    changes.map(({ action, sourceResource, targetResource }) => `${action} ${(sourceResource ?? targetResource)?.id}`),
  ).toEqual(['modified order', 'deleted d', 'modified http_request', expect.stringMatching(/^moved [ab]$/), 'added c']);
  expect(changes.at(-1)?.diffs).toEqual({ previous: { controlValues: {} }, new: { controlValues: { body: 'C' } } });
  expect(changes[0]?.diffs).toEqual({ previous: { name: 'Order' }, new: { name: 'Renamed' } });
  expect(summaryOf(changes)).toEqual({ added: 1, modified: 3, deleted: 1, unchanged: 0 });
});

const STAGING = { name: 'Staging', slug: 'staging', type: 'development' };
const { environment: DEVELOPMENT } = development;
const { environment: PRODUCTION } = production;

test.each([
  ['https://api.dev.example.com/x', DEVELOPMENT, PRODUCTION, true],
  ['https://dev2-api.example.com', DEVELOPMENT, PRODUCTION, true],
  ['http://user:pass@API-Development.example.com:8443/', DEVELOPMENT, PRODUCTION, true],
  ['https://stg.example.com', STAGING, PRODUCTION, true],
  ['https://stg.example.com', DEVELOPMENT, STAGING, false],
  ['https://api.prod.example.com', PRODUCTION, DEVELOPMENT, true],
  ['http://localhost:3000/hook', DEVELOPMENT, PRODUCTION, true],
  ['http://10.0.0.7/hook', DEVELOPMENT, PRODUCTION, true],
  ['http://localhost:3000/hook', DEVELOPMENT, STAGING, false],
  ['http://shop.internal', PRODUCTION, DEVELOPMENT, false],
  ['https://api.example.dev', DEVELOPMENT, PRODUCTION, false],
  ['https://device.example.com/dev/', DEVELOPMENT, PRODUCTION, false],
  ['https://{{ env.HOST }}.dev.example.com', DEVELOPMENT, PRODUCTION, false],
  ['{{ env.URL }}/dev', DEVELOPMENT, PRODUCTION, false],
  ['', DEVELOPMENT, PRODUCTION, false],
  ['https://', DEVELOPMENT, PRODUCTION, false],
] as const)('%s', (url, source, target, isFound) => {
  expect(hostProblem(url, source, target) !== undefined).toBe(isFound);
});
