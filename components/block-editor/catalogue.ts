/** The blocks that can be inserted, for the menu of "/" and for the insert button. */
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import {
  Braces,
  CodeXml,
  Columns2,
  Heading1,
  Heading2,
  Heading3,
  Image,
  List,
  ListOrdered,
  type LucideIcon,
  MailOpen,
  MailX,
  Minus,
  MousePointerClick,
  Pilcrow,
  Quote,
  Repeat,
  SquareDashed,
  UnfoldVertical,
} from 'lucide-react';
import type { RecipientLinks } from '#lib/recipient-page/links.ts';
import { CONTENT_SLOT } from '#lib/rendering/block-document.ts';
import { insertBlock } from './insert.ts';

export interface Choice {
  id: string;
  label: string;
  hint: string;
  icon: LucideIcon;
  /** Further search words. */
  keywords?: string;
  insert: (editor: Editor) => void;
}

const paragraph = { type: 'paragraph' };
const column = { type: 'column', content: [paragraph] };
const linked = (text: string, href: keyof RecipientLinks) => ({
  type: 'text',
  text,
  marks: [{ type: 'link', attrs: { href: `{{ ${href} }}` } }],
});
const block = (json: object) => (editor: Editor) => insertBlock(editor, json);
const heading = (level: 1 | 2 | 3) => (editor: Editor) => void editor.chain().focus().setHeading({ level }).run();

const choices: readonly Choice[] = [
  {
    id: 'text',
    label: 'Text',
    hint: 'A paragraph',
    icon: Pilcrow,
    keywords: 'paragraph plain',
    insert: (editor) => void editor.chain().focus().setParagraph().run(),
  },
  {
    id: 'heading-1',
    label: 'Heading 1',
    hint: 'The title of the email',
    icon: Heading1,
    keywords: 'h1',
    insert: heading(1),
  },
  {
    id: 'heading-2',
    label: 'Heading 2',
    hint: 'The title of a section',
    icon: Heading2,
    keywords: 'h2',
    insert: heading(2),
  },
  {
    id: 'heading-3',
    label: 'Heading 3',
    hint: 'The title of a subsection',
    icon: Heading3,
    keywords: 'h3',
    insert: heading(3),
  },
  {
    id: 'button',
    label: 'Button',
    hint: 'A prominent link',
    icon: MousePointerClick,
    keywords: 'cta action link',
    insert: block({ type: 'button', attrs: { text: 'Open', url: '' } }),
  },
  {
    id: 'image',
    label: 'Image',
    hint: 'An image from a URL',
    icon: Image,
    keywords: 'picture photo logo',
    insert: block({ type: 'image', attrs: { src: '', alt: '' } }),
  },
  {
    id: 'variable',
    label: 'Variable',
    hint: 'From the payload or the profile',
    icon: Braces,
    keywords: 'liquid value placeholder',
    insert: (editor) => void editor.chain().focus().insertContent('{{').run(),
  },
  {
    id: 'bullet-list',
    label: 'Bullet list',
    hint: 'In any order',
    icon: List,
    keywords: 'unordered points',
    insert: (editor) => void editor.chain().focus().toggleBulletList().run(),
  },
  {
    id: 'numbered-list',
    label: 'Numbered list',
    hint: 'One after another',
    icon: ListOrdered,
    keywords: 'ordered steps',
    insert: (editor) => void editor.chain().focus().toggleOrderedList().run(),
  },
  {
    id: 'repeat',
    label: 'Repeat',
    hint: 'Once for each item of a list',
    icon: Repeat,
    keywords: 'loop for each items',
    insert: block({ type: 'repeat', attrs: { each: '' }, content: [paragraph] }),
  },
  {
    id: 'section',
    label: 'Section',
    hint: 'With a separate background',
    icon: SquareDashed,
    keywords: 'box background card',
    insert: block({ type: 'section', attrs: { backgroundColor: '#f3f4f6', padding: 24 }, content: [paragraph] }),
  },
  {
    id: 'columns',
    label: 'Columns',
    hint: 'Side by side, under one another on phones',
    icon: Columns2,
    keywords: 'grid two',
    insert: block({ type: 'columns', content: [column, column] }),
  },
  {
    id: 'divider',
    label: 'Divider',
    hint: 'A thin line',
    icon: Minus,
    keywords: 'rule hr',
    insert: block({ type: 'horizontalRule' }),
  },
  {
    id: 'spacer',
    label: 'Spacer',
    hint: 'Empty space',
    icon: UnfoldVertical,
    keywords: 'gap space',
    insert: block({ type: 'spacer', attrs: { height: 24 } }),
  },
  {
    id: 'quote',
    label: 'Quote',
    hint: 'A quotation',
    icon: Quote,
    keywords: 'blockquote',
    insert: (editor) => void editor.chain().focus().toggleBlockquote().run(),
  },
  {
    id: 'unsubscribe',
    label: 'Unsubscribe links',
    hint: 'To stop, to choose, to see the reason',
    icon: MailX,
    keywords: 'footer preferences opt-out list',
    insert: block({
      type: 'paragraph',
      attrs: { textAlign: 'center' },
      content: [
        linked('Unsubscribe', 'unsubscribeUrl'),
        { type: 'text', text: ' · ' },
        linked('Your preferences', 'preferencesUrl'),
        { type: 'text', text: ' · ' },
        linked('Why you received this', 'whyUrl'),
      ],
    }),
  },
  {
    id: 'html',
    label: 'HTML',
    hint: 'Your own HTML',
    icon: CodeXml,
    keywords: 'code raw',
    insert: block({ type: 'htmlCodeBlock', attrs: { content: '' } }),
  },
];

/** Whether a layout lacks the slot for the content, which it has at most once. */
export function lacksSlot(document: Node): boolean {
  let isFound = false;
  document.descendants(({ type, attrs }) => {
    if (type.name === 'variable') isFound ||= attrs.id === CONTENT_SLOT;
    if (type.name === 'htmlCodeBlock') isFound ||= WRITTEN_SLOT.test(String(attrs.content));
    return !isFound;
  });
  return !isFound;
}

/** `CONTENT_SLOT`, as Liquid in HTML. */
const WRITTEN_SLOT = /\{\{-?\s*content\b/;

const slot: Choice = {
  id: 'content',
  label: 'Email content',
  hint: 'Where the step’s email goes',
  icon: MailOpen,
  keywords: 'slot body content',
  insert: block({ type: 'paragraph', content: [{ type: 'variable', attrs: { id: CONTENT_SLOT } }] }),
};

/**
 * Returns the blocks that match the words, or all blocks if there are no words. If the slot for the content is needed,
 * it is first.
 */
export function choicesFor(keywords: string, needsSlot: boolean): Choice[] {
  const term = keywords.trim().toLowerCase();
  const all = needsSlot ? [slot, ...choices] : choices;
  const starts = (text: string) =>
    text
      .toLowerCase()
      .split(/[\s-]/)
      .some((word) => word.startsWith(term));
  return all.filter(
    ({ label, keywords: more = '' }) =>
      term === '' || label.toLowerCase().startsWith(term) || starts(`${label} ${more}`),
  );
}
