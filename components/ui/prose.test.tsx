import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Prose } from './prose.tsx';

const whole = (text: string) => `<span class="whitespace-nowrap">${text}</span>`;

test.each([
  ['In-app and SMS sent', `${whole('In-app')} and SMS sent`],
  ['SMS skipped: no in-app inbox', `SMS skipped: no ${whole('in-app')} inbox`],
  ['Nothing matches “no-one-at-all”.', `Nothing matches ${whole('“no-one-at-all”')}.`],
  ['It said “The number is not valid”', 'It said “The number is not valid”'],
  [`There is no layout “a-${'b'.repeat(40)}”`, `There is no layout “a-${'b'.repeat(40)}”`],
  ['SMS skipped: no phone number', 'SMS skipped: no phone number'],
])('%j breaks neither within in-app nor within a quoted ID', (text, html) => {
  expect(renderToStaticMarkup(<Prose>{text}</Prose>)).toBe(html);
});
