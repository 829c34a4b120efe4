import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Prose } from './prose.tsx';

const whole = (text: string) => `<span class="whitespace-nowrap">${text}</span>`;

test.each([
  ['Add the e-mail address', `Add the ${whole('e-mail')} address`],
  ['E-mail and SMS sent', `${whole('E-mail')} and SMS sent`],
  ['No e-mails yet', `${whole('No e-mails')} yet`],
  ['SMS skipped: no phone number, no e-mail address', `SMS skipped: no phone number, ${whole('no e-mail')} address`],
  ['The Piano e-mail', `The Piano ${whole('e-mail')}`],
  ['Nothing matches “nobody-at-all”.', `Nothing matches ${whole('“nobody-at-all”')}.`],
  ['It said “The e-mail is not valid”', `It said “The ${whole('e-mail')} is not valid”`],
  [`There is no layout “a-${'b'.repeat(40)}”`, `There is no layout “a-${'b'.repeat(40)}”`],
  ['SMS skipped: no phone number', 'SMS skipped: no phone number'],
])('%j is broken within no e-mail and no quoted id', (text, html) => {
  expect(renderToStaticMarkup(<Prose>{text}</Prose>)).toBe(html);
});
