import type { LayoutContent, LayoutEditor } from './schema.ts';

/**
 * Returns the content of a new layout: a neutral, responsive frame with the sender's name at the top and a footer below
 * the content.
 *
 * @param sender the name at the top and in the footer, as plain text.
 */
export function starterContent(editorType: LayoutEditor, sender: string): LayoutContent {
  const name = withoutLiquid(sender);
  const body = editorType === 'html' ? htmlStarter(name) : JSON.stringify(blockStarter(name));
  return { editorType, body };
}

/** Separates pairs of braces in a text, which would be parsed as Liquid. */
function withoutLiquid(text: string): string {
  return text.replace(/\{(?=[{%])/g, '{ ').trim() || 'Your company';
}

const text = (text: string, ...marks: object[]) => ({ type: 'text', text: text, ...(marks.length > 0 && { marks }) });
const faint = { type: 'textStyle', attrs: { color: '#6b7280' } };

function blockStarter(sender: string): object {
  return {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 3, textAlign: 'left' }, content: [text(sender)] },
      { type: 'horizontalRule' },
      { type: 'paragraph', content: [{ type: 'variable', attrs: { id: 'content' } }] },
      { type: 'horizontalRule' },
      {
        type: 'paragraph',
        attrs: { textAlign: 'center' },
        content: [text(`You receive this email because you have an account with ${sender}.`, faint)],
      },
    ],
  };
}

function htmlStarter(sender: string): string {
  const name = escapeHtml(sender);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <style>
      @media (max-width: 640px) {
        .frame { padding: 24px 20px !important; }
      }
      @media (prefers-color-scheme: dark) {
        .page { background-color: #111318 !important; }
        .frame { background-color: #1b1e25 !important; color: #e7e9ee !important; }
        .faint { color: #a0a6b3 !important; }
      }
    </style>
  </head>
  <body class="page" style="margin: 0; padding: 0; background-color: #f3f4f6;">
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
      <tr>
        <td class="page" align="center" style="padding: 32px 12px; background-color: #f3f4f6;">
          <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width: 600px;">
            <tr>
              <td class="frame" style="padding: 36px 40px; border-radius: 8px; background-color: #ffffff; color: #1f2430; font: 16px/1.6 -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;">
                <p style="margin: 0 0 24px; font-size: 18px; font-weight: 600;">${name}</p>
                {{ content }}
              </td>
            </tr>
            <tr>
              <td class="faint" align="center" style="padding: 20px 12px; color: #6b7280; font: 13px/1.5 -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;">
                You receive this email because you have an account with ${name}.
              </td>
            </tr>
          </table>
        </td>
      </tr>
    </table>
  </body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
