import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { SessionProvider } from '#components/layout/session.tsx';
import type { JsonObject } from '#lib/json/values.ts';
import { dataSchema } from '#lib/steps/data-schema.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import { StepForm } from './step-form.tsx';

const environment = { _id: 'e', name: 'Development', slug: 'development' };
const session = {
  person: { id: 'p', name: 'Ada', email: 'ada@shop.example', role: 'admin' },
  environment,
  environments: [environment],
} as unknown as ComponentProps<typeof SessionProvider>['value'];

type Issues = ComponentProps<typeof StepForm>['issues'];

function markup(type: WorkflowStepType, values: JsonObject, issues: Issues = {}): string {
  const step = { stepId: 's', name: 'S', type, dataSchema: dataSchema(type), variables: {} };
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={session}>
        <StepForm step={step} values={values} issues={issues} onChange={() => {}} />
      </SessionProvider>
    </QueryClientProvider>,
  );
}

/** The paths of the controls that the form shows, in its order. */
function shown(...form: Parameters<typeof markup>): string[] {
  return [...markup(...form).matchAll(/data-control="([^"]+)"/g)].map(([, path]) => String(path));
}

describe('a form has, in order', () => {
  const cases: [WorkflowStepType, JsonObject, string[]][] = [
    ['sms', {}, ['body', 'skip']],
    ['chat', {}, ['body', 'whatsapp.template', 'skip']],
    [
      'chat',
      { whatsapp: { template: 'a', parameters: [{ key: '1', value: 'x' }] } },
      [
        ...['body', 'whatsapp.template', 'whatsapp.language', 'whatsapp.parameters', 'whatsapp.parameters.0'],
        ...['whatsapp.parameters.0.key', 'whatsapp.parameters.0.value', 'skip'],
      ],
    ],
    ['push', {}, ['subject', 'body', 'skip']],
    ['custom', {}, ['custom']],
    ['email', {}, ['subject', 'body', 'editorType', 'layoutId', 'disableOutputSanitization', 'skip']],
    [
      'email',
      { cc: ['team@shop.example'] },
      [
        ...['subject', 'body', 'editorType', 'layoutId', 'replyTo', 'cc', 'cc.0', 'bcc', 'headers'],
        ...['disableOutputSanitization', 'skip'],
      ],
    ],
    [
      'in_app',
      {},
      [
        'subject',
        'body',
        'avatar',
        'primaryAction',
        'secondaryAction',
        'redirect.url',
        'disableOutputSanitization',
        'data',
        'skip',
      ],
    ],
    ['delay', { type: 'regular' }, ['type', 'amount', 'unit', 'skip']],
    ['delay', { type: 'timed' }, ['type', 'cron', 'skip']],
    ['delay', {}, ['type', 'amount', 'unit', 'skip']],
    ['delay', { cron: '0 9 * * 1' }, ['type', 'cron', 'skip']],
    ['digest', {}, ['type', 'amount', 'unit', 'digestKey', 'lookBackWindow.amount', 'skip']],
    ['digest', { cron: '0 9 * * 1' }, ['type', 'cron', 'digestKey', 'lookBackWindow.amount', 'skip']],
    [
      'digest',
      { amount: 1, unit: 'hours', lookBackWindow: { amount: 1, unit: 'hours' } },
      ['type', 'amount', 'unit', 'digestKey', 'lookBackWindow.amount', 'lookBackWindow.unit', 'skip'],
    ],
    ['throttle', { type: 'fixed' }, ['type', 'amount', 'unit', 'threshold', 'throttleKey', 'skip']],
    ['throttle', { type: 'dynamic' }, ['type', 'dynamicKey', 'threshold', 'throttleKey', 'skip']],
    [
      'http_request',
      {},
      [
        'url',
        'method',
        'headers',
        'body',
        'responseBodySchema',
        'enforceSchemaValidation',
        'continueOnFailure',
        'skip',
      ],
    ],
  ];
  test.each(cases)('%s %j', (type, values, paths) => expect(shown(type, values)).toEqual(paths));
});

test('a folded field with an issue is shown', () => {
  const issues: Issues = { amount: [{ issueType: 'MISSING_VALUE', message: 'Enter at least 1.' }] };
  expect(shown('delay', { type: 'timed', amount: 0 }, issues)).toEqual(['type', 'amount', 'unit', 'cron', 'skip']);
});

test('the fold of advanced fields opens for an issue in one of them', () => {
  const issues: Issues = { 'headers.0.key': [{ issueType: 'MISSING_VALUE', message: 'Remove the line.' }] };
  expect(shown('email', {}, issues)).toContain('headers');
});

test('unknown controls come last', () => {
  expect(shown('sms', { colour: 'red' })).toEqual(['body', 'skip', 'colour']);
});

test('an optional window is not required, even if it has an amount', () => {
  const html = markup('digest', { amount: 1, unit: 'hours', lookBackWindow: { amount: 1, unit: 'hours' } });
  const [, label] = html.split('data-control="lookBackWindow.amount"');
  expect(label?.split('</label>')[0]).toContain('Look back');
  expect(label?.split('</label>')[0]).not.toContain('required');
});
