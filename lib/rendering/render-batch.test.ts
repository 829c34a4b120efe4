import { expect, test } from 'vitest';
import { renderBatched } from './render-batch.ts';
import { renderStep, type StepToRender } from './render-step.ts';

const NOW = new Date('2026-11-18T10:00:00.000Z');
const sms = (body: string, name = 'Ada'): StepToRender => ({
  type: 'sms',
  controls: { body },
  variables: { payload: { name, items: [1, 2, 3] } },
  now: NOW,
});
const ENDLESS = `{% for a in (1..900) %}{% for b in (1..900) %}{{ a | times: b }}{% endfor %}{% endfor %}`;

test('renders what renderStep renders', async () => {
  const steps: StepToRender[] = [
    sms('Hi {{ payload.name | upcase }}'),
    sms('{% if %}'),
    sms('{{ payload.items | join: "-" }}', 'Bo'),
    {
      ...sms(''),
      type: 'email',
      controls: { subject: '{{ payload.name }}', body: '<p>{{ payload.name }}</p>', editorType: 'html' },
    },
    { ...sms(''), type: 'delay', controls: { type: 'regular', amount: 1, unit: 'months' } },
    { ...sms(''), type: 'in_app', controls: { body: 'a', redirect: { url: 'no address' } } },
  ];
  const alone = await Promise.all(steps.map(renderStep));
  expect(await Promise.all(steps.map(renderBatched))).toEqual(alone);
});

test('each gets its own, however many are asked for', async () => {
  const rendered = await Promise.all(
    Array.from({ length: 500 }, (_, at) => renderBatched(sms('{{ payload.name }}', `n${at}`))),
  );
  expect(rendered.map(({ output }) => output.body)).toEqual(Array.from({ length: 500 }, (_, at) => `n${at}`));
});

test('a template that takes too long fails alone', async () => {
  const steps = Array.from({ length: 60 }, (_, at) => sms(at % 20 === 7 ? ENDLESS : '{{ payload.name }}'));
  const rendered = await Promise.all(steps.map(renderBatched));
  rendered.forEach(({ output, problem }, at) => {
    if (at % 20 === 7) expect(problem?.title).toBeDefined();
    else expect(output.body).toBe('Ada');
  });
});

test('a defect of ours concerns one step', async () => {
  const broken = { ...sms('a'), type: 'nothing' as StepToRender['type'] };
  const [first, second] = await Promise.allSettled([renderBatched(broken), renderBatched(sms('b'))]);
  expect(first.status).toBe('rejected');
  expect(second).toMatchObject({ value: { output: { body: 'b' } } });
});
