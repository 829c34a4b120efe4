/** The causes of issues in a block-editor document. */

import type { JsonObject } from '#lib/json/values.ts';
import { rows } from './case-rows.ts';
import { illegalVariable } from './control-cases.ts';

export const blockCases = [
  ...illegalVariable('none', [
    [
      'email',
      'no JSON',
      { editorType: 'block', body: '{"type":"doc"' },
      { editorType: 'block', body: '{"type":"doc"}' },
      'body is not a document',
    ],
    [
      'email',
      'another JSON',
      { editorType: 'block', body: '[]' },
      { editorType: 'block', body: '' },
      'body is not a document',
    ],
  ]),
  ...illegalVariable('current.name', [
    [
      'email',
      'the item of a repeat outside of it',
      block([variable('current.name')]),
      block([repeat('payload.items', [variable('current.name')])]),
      'body `current` is not a namespace',
    ],
  ]),
  ...illegalVariable('payload.itms', [
    [
      'email',
      'a repeat of what is not there',
      block([repeat('payload.itms', [])]),
      block([repeat('payload.items', [])]),
      'body Did you mean `payload.items`?',
    ],
  ]),
  ...illegalVariable('none', [
    [
      'email',
      'an import in a style sheet',
      html('<style>@import url(https://x.example/a.css);p{color:red}</style>'),
      html('<style>p{color:{{ payload.extra.color }};background:url({{ payload.extra.url }})}</style>'),
      'body `@import` is removed from the message',
    ],
    [
      'email',
      'a link that runs code',
      html('<a href="javascript:a({{ payload.total }})">a</a>'),
      html('<a href="{{ payload.extra.url }}">a</a><a href="acme:{{ payload.total }}">b</a>'),
      'body is removed from the message',
    ],
    [
      'email',
      'a form',
      html('<!--[if mso]><table><![endif]--><form>{{ payload.total }}</form>'),
      html('<!--[if mso]><table><![endif]--><p>{{ payload.total }}</p>'),
      'body `<form>` is removed',
    ],
    [
      'email',
      'a script in a block of code',
      block([{ type: 'section', content: [{ type: 'htmlCodeBlock', attrs: { content: '<script>1</script>' } }] }]),
      {
        ...block([{ type: 'htmlCodeBlock', attrs: { content: '<script>1</script>' } }]),
        disableOutputSanitization: true,
      },
      'body `<script>` is removed',
    ],
    ['in_app', 'a handler', { body: '<b onclick="a()">a</b>' }, { body: '<b>a</b>' }, 'body `onclick` is removed'],
  ]),
  ...rows('MISSING_VALUE', 'none', [
    [
      'email',
      'a repeat without a list',
      block([repeat('', [])]),
      block([repeat('payload.items', [])]),
      'body A Repeat block has no list',
    ],
    [
      'email',
      'a repeat without a list within a section',
      block([{ type: 'section', content: [repeat(' {{ }} ', [])] }]),
      block([{ type: 'section', content: [repeat('{{ payload.items }}', [])] }]),
      'body A Repeat block has no list',
    ],
    ['email', 'a picture without an address', block([image('')]), block([image('/a.png')]), 'body has no address'],
    [
      'email',
      'a button without a link',
      block([{ type: 'button', attrs: { text: 'Open', url: ' ' } }]),
      block([{ type: 'button', attrs: { text: 'Open', url: 'https://example.com' } }]),
      'body has no link',
    ],
    [
      'email',
      'a variable without a name',
      block([variable('')]),
      block([variable('payload.total')]),
      'body has no name',
    ],
  ]),
  ...illegalVariable('payload.totl', [
    [
      'email',
      'a condition on what is not there',
      block([shownIf('payload.totl')]),
      block([shownIf('payload.total')]),
      'body Did you mean `payload.total`?',
    ],
  ]),
  ...illegalVariable('payload.logo', [
    [
      'email',
      'a picture that is not there',
      block([image('{{ payload.logo }}')]),
      block([image('{{ payload.extra.logo }}')]),
      'body is not in the payload schema',
    ],
  ]),
];

function html(body: string) {
  return { editorType: 'html', body };
}

function block(content: JsonObject[]) {
  return { editorType: 'block', body: JSON.stringify({ type: 'doc', content }) };
}

function variable(id: string): JsonObject {
  return { type: 'paragraph', content: [{ type: 'variable', attrs: { id } }] };
}

function repeat(each: string, content: JsonObject[]): JsonObject {
  return { type: 'repeat', attrs: { each }, content };
}

function shownIf(showIfKey: string): JsonObject {
  return { type: 'heading', attrs: { level: 2, showIfKey }, content: [{ type: 'text', text: 'Total' }] };
}

function image(src: string): JsonObject {
  return { type: 'image', attrs: { src } };
}
