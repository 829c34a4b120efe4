/** Shows a grey hint in the empty paragraph with the cursor. */
import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

export const Hint = Extension.create<{ text: string }>({
  name: 'hint',
  addOptions: () => ({ text: '' }),
  addProseMirrorPlugins() {
    const { text } = this.options;
    return [
      new Plugin({
        key: new PluginKey('hint'),
        props: {
          decorations: ({ selection, doc }) => {
            const { $from, empty } = selection;
            if (!empty || $from.parent.type.name !== 'paragraph' || $from.parent.content.size > 0) return null;
            const place = Decoration.node($from.before(), $from.after(), { class: 'block-hint', 'data-hint': text });
            return DecorationSet.create(doc, [place]);
          },
        },
      }),
    ];
  },
});
