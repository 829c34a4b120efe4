import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RegistrationResult } from './register-address.tsx';

const NOTHING = { result: undefined, failure: null, isPending: false };
const refused = { success: false, message: 'Mailgun refused: Forbidden. Use another key.' };

test.each([
  ['nothing yet', NOTHING, /><\/div>$/],
  ['progress', { ...NOTHING, result: refused, isPending: true }, /Calling the provider(?!.*Forbidden)/],
  ['a refusal', { ...NOTHING, result: refused }, /Not registered.*Mailgun refused: Forbidden\. Use another key\./],
  ['a success', { ...NOTHING, result: { success: true, message: 'It sends.' } }, /(?<!Not )Registered.*It sends\./i],
  ['a rejected call', { ...NOTHING, failure: new Error('Try again later') }, /Try again later/],
])('the result shows: %s', (_, props, expected) => {
  expect(renderToStaticMarkup(<RegistrationResult {...props} />)).toMatch(expected);
});
