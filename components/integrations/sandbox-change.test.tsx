import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SandboxChange } from './sandbox-change.tsx';

const shown = (current: object | undefined, sandbox: boolean, { volume = 0, sandboxed = false } = {}) =>
  renderToStaticMarkup(
    <SandboxChange
      current={current && ({ name: 'Trial', active: true, sandbox: false, ...current } as never)}
      target={{ name: 'SendGrid', sandbox }}
      channel="email"
      volume={volume}
      environment={{ name: 'Development', sandboxed }}
    />,
  ).replace(/<[^>]+>/g, '');

test('another primary integration outside of sandbox mode says that real people get messages, and how many', () => {
  expect(shown({ sandbox: true }, false, { volume: 1240, sandboxed: true })).toBe(
    'From now on real people get the email messages of Development: Trial is in sandbox mode, so none has left. In the last 24 hours there were 1,240. Development is then no longer in sandbox mode.',
  );
  expect(shown({ sandbox: true }, false, { volume: 1 })).toBe(
    'From now on real people get the email messages of Development: Trial is in sandbox mode, so none has left. In the last 24 hours there was one.',
  );
  expect(shown({ active: false }, false)).toContain(
    'real people get the email messages of Development: Trial is inactive',
  );
  expect(shown(undefined, false)).toContain('real people get the email messages of Development');
});

test('one in sandbox mode says that nothing leaves; where nothing changes there is no text', () => {
  expect(shown({}, true)).toBe('SendGrid is in sandbox mode: from now on no email message leaves Development.');
  expect(shown({ sandbox: true }, true)).toBe('SendGrid is in sandbox mode too: no email message leaves Development.');
  expect(shown({}, false)).toBe('');
});
