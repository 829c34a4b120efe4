import { describe, expect, test } from 'vitest';
import { valueAt } from '#lib/json/values.ts';
import { keyLabel } from '#lib/text/key-label.ts';
import { blocksToHtml, htmlToBlocks, isBlockDocument } from './body-conversion.ts';
import { choicesOf, controlSchema, isRequired } from './control-schema.ts';
import { cronDescription } from './cron-description.ts';
import { withValue } from './values.ts';

describe('values by path', () => {
  test('are set in copies, in lists too', () => {
    const values = { headers: [{ key: 'a', value: 'b' }], redirect: { url: '/' } };
    expect(withValue(values, 'headers.0.value', 'c')).toEqual({ ...values, headers: [{ key: 'a', value: 'c' }] });
    expect(withValue(values, 'redirect.target', '_self').redirect).toEqual({ url: '/', target: '_self' });
    expect(values.headers[0]?.value).toBe('b');
  });

  test('leave no empty objects, but keep null and empty texts', () => {
    expect(withValue({ redirect: { url: '/' } }, 'redirect.url', undefined)).toEqual({});
    expect(withValue({}, 'layoutId', null)).toEqual({ layoutId: null });
    expect(withValue({ a: 1 }, 'subject', '')).toEqual({ a: 1, subject: '' });
  });

  test('are never read from the prototype', () => {
    expect(valueAt({}, 'constructor.name')).toBeUndefined();
  });

  test('keys as text', () => {
    expect([keyLabel('primaryAction'), keyLabel('digest_key')]).toEqual(['Primary action', 'Digest key']);
  });
});

describe('the schema of a control', () => {
  const schema = {
    type: 'object',
    properties: {
      type: { enum: ['fixed', 'dynamic'] },
      redirect: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
    },
    required: ['type'],
    anyOf: [{ required: ['subject'] }, { required: ['body'] }],
  };

  test('requires the fields that all alternatives require', () => {
    expect(isRequired(schema, {}, 'type')).toBe(true);
    expect(isRequired(schema, {}, 'subject')).toBe(false);
    expect(isRequired(schema, {}, 'redirect.url')).toBe(false);
    expect(isRequired(schema, { redirect: { target: '_self' } }, 'redirect.url')).toBe(true);
  });

  test('selects the alternative by the values', () => {
    const choice = (type: string, key: string) => ({ properties: { type: { const: type } }, required: ['type', key] });
    const either = { oneOf: [choice('regular', 'amount'), choice('timed', 'cron')] };
    expect(isRequired(either, { type: 'timed' }, 'cron')).toBe(true);
    expect(isRequired(either, { type: 'timed' }, 'amount')).toBe(false);
  });

  test('choices', () => {
    expect(choicesOf(controlSchema(schema, 'type'))).toEqual(['fixed', 'dynamic']);
    expect(choicesOf(controlSchema(schema, 'unknown'))).toEqual([]);
  });
});

describe('bodies of emails', () => {
  test('convert HTML to one block and back unchanged', () => {
    const html = '<p class="x">Hi {{ subscriber.firstName }} & co</p>';
    expect(isBlockDocument(htmlToBlocks(html))).toBe(true);
    expect(blocksToHtml(htmlToBlocks(html))).toBe(html);
    expect(htmlToBlocks('  ')).toBe('');
  });

  test('keep texts, marks, variables, repeats and conditions of blocks', () => {
    const text = (value: string, ...marks: string[]) => ({
      type: 'text',
      text: value,
      marks: marks.map((type) => ({ type })),
    });
    const document = {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [text('1 < 2 {% if a < b %}x{% endif %}')] },
        {
          type: 'repeat',
          attrs: { each: 'payload.items' },
          content: [
            { type: 'paragraph', content: [{ type: 'variable', attrs: { id: 'current.name', fallback: 'Thing' } }] },
          ],
        },
        { type: 'paragraph', attrs: { showIfKey: 'payload.vip' }, content: [text('Thanks', 'bold', 'italic')] },
        { type: 'button', attrs: { text: 'Go', url: '/x?a="b"' } },
        { type: 'unknown', content: [{ type: 'paragraph', content: [text('kept')] }] },
      ],
    };
    const html = blocksToHtml(JSON.stringify(document));
    expect(html).toContain('<h2>1 &lt; 2 {% if a < b %}x{% endif %}</h2>');
    expect(html).toContain(
      "{% for current in payload.items %}\n<p>{{ current.name | default: 'Thing' }}</p>\n{% endfor %}",
    );
    expect(html).toContain('{% if payload.vip %}<p><em><strong>Thanks</strong></em></p>{% endif %}');
    expect(html).toContain('href="/x?a=&quot;b&quot;"');
    expect(html).toContain('<p>kept</p>');
  });

  test('keep a body that is not a document', () => {
    expect(blocksToHtml('{"type":"other"}')).toBe('{"type":"other"}');
    expect(isBlockDocument('<p>')).toBe(false);
  });
});

describe('schedules as text', () => {
  const now = new Date('2026-11-20T10:00:00Z');

  test('show the next three times', () => {
    expect(cronDescription('0 9 * * 1-5', now)).toEqual({
      text: 'At 09:00, Monday through Friday',
      next: ['Mon 23 Nov, 09:00', 'Tue 24 Nov, 09:00', 'Wed 25 Nov, 09:00'],
    });
  });

  test.each(['nonsense', '61 * * * *', '0 0 31 2 *'])('show %s as invalid', (cron) => {
    expect(cronDescription(cron, now)).toHaveProperty('problem');
  });

  test('show nothing without a schedule', () => {
    expect(cronDescription('  ', now)).toBeUndefined();
  });
});
