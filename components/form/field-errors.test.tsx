import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Field } from '#components/ui/field.tsx';
import { rejectedFields } from '#components/workflows/editor/rejected-fields.ts';
import { SwitchField } from './switch-field.tsx';

test('an API error below its field begins with a capital letter', () => {
  const error = 'must be an email address';
  expect(
    renderToStaticMarkup(
      <Field label="Email" error={error}>
        {() => null}
      </Field>,
    ),
  ).toContain('Must be an email address</p>');
  expect(
    renderToStaticMarkup(<SwitchField label="Active" error={error} checked={false} onChange={() => undefined} />),
  ).toContain('Must be an email address</p>');
});

test('the error of a rejected workflow begins with a capital letter', () => {
  const errors = { 'steps.0.name': { messages: ['is required'] }, name: { messages: ['must be shorter'] } };
  const sent = { steps: [{ stepId: 'mail' }] } as never;
  expect(rejectedFields({ errors }, sent)).toEqual([
    { stepId: 'mail', path: 'name', message: 'This is required' },
    { path: 'name', message: 'Must be shorter' },
  ]);
});
