/** The settings of each kind of block: one line per attribute that people can set. */
import type { BlockNodeType } from '#lib/rendering/block-document.ts';

export interface SettingField {
  name: string;
  label: string;
  kind: 'template' | 'html' | 'path' | 'text' | 'number' | 'size' | 'colour' | 'choice';
  help?: string;
  placeholder?: string;
  options?: readonly { value: string; label: string }[];
  max?: number;
}

const alignment = (name = 'alignment'): SettingField => ({
  name,
  label: 'Alignment',
  kind: 'choice',
  options: [
    { value: 'left', label: 'Left' },
    { value: 'center', label: 'Centre' },
    { value: 'right', label: 'Right' },
  ],
});

const showIf: SettingField = {
  name: 'showIfKey',
  label: 'Shown only if',
  kind: 'path',
  placeholder: 'Always',
  help: 'A variable. The block is left out if the variable is empty, false or zero.',
};

const fields: Partial<Record<BlockNodeType, readonly SettingField[]>> = {
  button: [
    { name: 'text', label: 'Text', kind: 'template' },
    { name: 'url', label: 'Address', kind: 'template', placeholder: 'https://' },
    {
      name: 'variant',
      label: 'Look',
      kind: 'choice',
      options: [
        { value: 'filled', label: 'Filled' },
        { value: 'outline', label: 'Outline' },
      ],
    },
    alignment(),
    { name: 'buttonColor', label: 'Colour', kind: 'colour' },
    { name: 'textColor', label: 'Colour of the text', kind: 'colour' },
  ],
  image: [
    { name: 'src', label: 'Address of the image', kind: 'template', placeholder: 'https://' },
    {
      name: 'alt',
      label: 'Alternative text',
      kind: 'template',
      help: 'For people who cannot see the image. Leave it empty for a decorative image.',
    },
    { name: 'externalLink', label: 'Link', kind: 'template', placeholder: 'https://' },
    { name: 'width', label: 'Width', kind: 'size', placeholder: 'Original' },
    { name: 'height', label: 'Height', kind: 'size', placeholder: 'Original' },
    alignment(),
  ],
  spacer: [{ name: 'height', label: 'Height in pixels', kind: 'number', max: 400, placeholder: '24' }],
  section: [
    { name: 'backgroundColor', label: 'Background', kind: 'colour' },
    { name: 'padding', label: 'Inner space in pixels', kind: 'number', max: 200, placeholder: '16' },
    alignment('align'),
  ],
  column: [{ name: 'width', label: 'Width in percent', kind: 'number', max: 100, placeholder: 'Shared evenly' }],
  repeat: [
    {
      name: 'each',
      label: 'For each item of',
      kind: 'path',
      placeholder: 'payload.items',
      help: 'Inside the block, the item is called current: {{ current.name }}.',
    },
  ],
  variable: [
    { name: 'id', label: 'Variable', kind: 'path', help: 'You can add filters: payload.name | upcase' },
    { name: 'fallback', label: 'When it is empty', kind: 'text', placeholder: 'Nothing' },
  ],
  htmlCodeBlock: [{ name: 'content', label: 'HTML', kind: 'html' }],
};

const withoutCondition = new Set(['variable', 'hardBreak', 'text']);

/** Returns the settings of a block type in the order of display. */
export function settingsOf(type: string): readonly SettingField[] {
  const own = fields[type as BlockNodeType] ?? [];
  return withoutCondition.has(type) || type.startsWith('unknown') ? own : [...own, showIf];
}
