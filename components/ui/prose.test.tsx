import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Prose } from './prose.tsx';

const whole = (text: string) => `<span class="whitespace-nowrap">${text}</span>`;

test.each([
  ['Add the e-mail address', `Add the ${whole('e-mail')} address`],
  ['E-mail and SMS sent', `${whole('E-mail')} and SMS sent`],
  ['No e-mails yet', `No ${whole('e-mails')} yet`],
  ['SMS skipped: no phone number', 'SMS skipped: no phone number'],
])('%j is broken at no hyphen of an e-mail', (text, html) => {
  expect(renderToStaticMarkup(<Prose>{text}</Prose>)).toBe(html);
});
