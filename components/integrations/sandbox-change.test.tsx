import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { StepFilter } from '#lib/conditions/step-filter-schema.ts';
import { leavingChange, SandboxChange } from './sandbox-change.tsx';

const condition: StepFilter = { isNegated: false, type: 'GROUP', value: 'AND', children: [] };

const markup = (
  current: object | undefined,
  sandbox: boolean,
  { volume = 0, sandboxed = false, conditions = 0 } = {},
) =>
  renderToStaticMarkup(
    <SandboxChange
      current={current && ({ name: 'Trial', active: true, sandbox: false, ...current } as never)}
      target={{ name: 'SendGrid', sandbox, conditions: Array.from({ length: conditions }, () => condition) }}
      channel="email"
      volume={volume}
      environment={{ name: 'Development', sandboxed }}
    />,
  );

const shown = (...change: Parameters<typeof markup>) =>
  markup(...change)
    .replace(/<[^>]+>/g, ' ')
    .replace(/ +/g, ' ')
    .trim();

test('the text of a real primary integration warns that real people get messages, and how many', () => {
  expect(shown({ sandbox: true }, false, { volume: 1240, sandboxed: true })).toBe(
    'Real messages will be sent From now on real people get the email messages of Development: Trial is in sandbox mode, so nothing was sent. In the last 24 hours there were 1,240 messages. Development is then no longer in sandbox mode.',
  );
  expect(shown({ sandbox: true }, false, { volume: 1 })).toBe(
    'Real messages will be sent From now on real people get the email messages of Development: Trial is in sandbox mode, so nothing was sent. In the last 24 hours there was one message.',
  );
  expect(shown({ active: false }, false)).toContain(
    'real people get the email messages of Development: Trial is inactive',
  );
  expect(shown(undefined, false)).toContain('real people get the email messages of Development');
});

test('a sandboxed primary integration has the text that nothing is sent; no change has no text', () => {
  expect(shown({}, true)).toBe(
    'Real messages will no longer be sent SendGrid is in sandbox mode: from now on no email message is sent from Development.',
  );
  expect(shown({ sandbox: true }, true)).toBe(
    'SendGrid is in sandbox mode too: no email message is sent from Development.',
  );
  expect(shown({}, false)).toBe('');
});

test('the box is red if real messages start or stop and neutral otherwise, and names the cleared conditions', () => {
  const red = /bg-bad-soft/;
  expect(markup({ sandbox: true }, false)).toMatch(red);
  expect(markup(undefined, false)).toMatch(red);
  expect(markup({}, true)).toMatch(red);
  expect(markup({ sandbox: true }, true)).toMatch(/bg-idle-soft/);
  expect(markup({ sandbox: true }, true)).not.toMatch(/bg-(bad|warn)-soft/);
  expect(shown({}, true, { volume: 41, conditions: 1 })).toMatch(
    /In the last 24 hours there were 41 messages\. The condition of SendGrid will be cleared: a primary integration has none\.$/,
  );
  expect(shown({ sandbox: true }, false, { conditions: 2 })).toContain('The 2 conditions of SendGrid will be cleared');
  expect(leavingChange({ current: undefined, target: { name: 'Trial', sandbox: true } })).toBe('none');
});
