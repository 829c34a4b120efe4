import { newId } from '#lib/id.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import type { Base, JsonObject } from './rows.ts';

export interface LayoutRow {
  id: string;
  environment_id: string;
  identifier: string;
  name: string;
  editor_type: 'block' | 'html';
  body: string;
  is_default: boolean;
  created_by_id: string | null;
  updated_by_id: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
}

/** The shop's email layout made of blocks, and a plain one in HTML. */
export function makeLayouts(base: Base): LayoutRow[] {
  return [
    layout(base, {
      identifier: 'fennel-and-oak',
      name: 'Fennel & Oak',
      editor_type: 'block',
      body: JSON.stringify(HOUSE),
      is_default: true,
      version: 4,
      ageDays: 210,
      changedDaysAgo: 19,
    }),
    layout(base, {
      identifier: 'plain-letter',
      name: 'Plain letter',
      editor_type: 'html',
      body: LETTER,
      is_default: false,
      version: 2,
      ageDays: 96,
      changedDaysAgo: 61,
    }),
  ];
}

type Definition = Pick<LayoutRow, 'identifier' | 'name' | 'editor_type' | 'body' | 'is_default' | 'version'> & {
  ageDays: number;
  changedDaysAgo: number;
};

function layout(base: Base, { ageDays, changedDaysAgo, ...columns }: Definition): LayoutRow {
  const createdAt = new Date(base.now.getTime() - ageDays * DAY_MS);
  return {
    ...columns,
    id: newId(createdAt),
    environment_id: base.environmentId,
    created_by_id: base.userId,
    updated_by_id: base.userId,
    created_at: createdAt,
    updated_at: new Date(base.now.getTime() - changedDaysAgo * DAY_MS),
  };
}

const text = (words: string, ...marks: JsonObject[]) => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks }),
});
const faint = { type: 'textStyle', attrs: { color: '#6b756e' } };
const green = { type: 'textStyle', attrs: { color: '#2f5d46' } };
const centred = (...content: object[]) => ({ type: 'paragraph', attrs: { textAlign: 'center' }, content });

const HOUSE = {
  type: 'doc',
  content: [
    {
      type: 'section',
      attrs: { backgroundColor: '#f6f4ef', padding: 12, align: 'center' },
      content: [centred(text('Fresh from the market, brought by bicycle', { type: 'bold' }, green))],
    },
    { type: 'paragraph', content: [{ type: 'variable', attrs: { id: 'content' } }] },
    { type: 'horizontalRule' },
    centred(text('Fennel & Oak, 12 Mill Lane, open every day from 7 to 21', faint)),
    centred(
      text('For ', faint),
      { type: 'variable', attrs: { id: 'subscriber.email', fallback: 'you' }, marks: [faint] },
      text(' · ', faint),
      text('Choose which emails you get', {
        type: 'link',
        attrs: { href: 'https://fennelandoak.example/emails?for={{ subscriber.subscriberId | url_encode }}' },
      }),
    ),
  ],
};

const LETTER = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
  </head>
  <body style="margin: 0; padding: 24px; background: #ffffff;">
    <div style="max-width: 560px; margin: 0 auto; color: #26322b; font: 16px/1.6 Georgia, serif;">
      {{ content }}
      <p style="margin-top: 32px; color: #6b756e; font-size: 13px;">
        Fennel &amp; Oak{% if subscriber.firstName %} wrote this to {{ subscriber.firstName }}{% endif %}. Answers to this letter are read by people.
      </p>
    </div>
  </body>
</html>
`;
