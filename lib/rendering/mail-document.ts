import { escaped } from '#lib/liquid/markup.ts';
import { COLORS, FONT, LAYOUT_TABLE, type TextDirection, WIDTH } from './block-styles.ts';

/**
 * Wraps the blocks of an email in a complete document: one centred column of 600 pixels, colours for dark mode, columns
 * that stack on narrow screens. Clients that drop the style sheet use the inline styles of the blocks.
 *
 * @param title the title for screen readers.
 */
export function mailDocument(blocks: string, { title, locale }: { title: string; locale?: string }): string {
  const language = /^[a-z]{2,3}(?:[-_][\da-z]{2,8})*$/i.test(locale ?? '') ? String(locale).replaceAll('_', '-') : 'en';
  const direction = textDirection(language);
  const dir = direction === 'rtl' ? ' dir="rtl"' : '';
  const start = direction === 'rtl' ? 'right' : 'left';
  return `<!DOCTYPE html><html lang="${language}"${dir}><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width,initial-scale=1" /><meta name="color-scheme" content="light dark" /><meta name="supported-color-schemes" content="light dark" /><meta name="x-apple-disable-message-reformatting" content="" /><title>${escaped(title)}</title><style>${SHEET}</style></head><body class="bf-page"${dir} style="margin:0;padding:0;background-color:${PAGE}"><table ${LAYOUT_TABLE} width="100%" bgcolor="${PAGE}" class="bf-page" style="background-color:${PAGE}"><tr><td align="center" style="padding:24px 12px"><table ${LAYOUT_TABLE} width="${WIDTH}" bgcolor="#ffffff" class="bf-sheet" style="width:100%;max-width:${WIDTH}px;background-color:#ffffff;border-radius:8px"><tr><td align="${start}"${dir} class="bf-text" style="padding:32px;font-family:${FONT};font-size:16px;line-height:26px;color:${COLORS.text}">${blocks}</td></tr></table></td></tr></table></body></html>`;
}

/** Returns the direction of a language's text. */
export function textDirection(locale: string | undefined): TextDirection {
  try {
    // TypeScript does not know `getTextInfo` yet.
    const known = new Intl.Locale((locale ?? 'en').replaceAll('_', '-')) as Intl.Locale & {
      getTextInfo(): { direction?: TextDirection };
    };
    return known.getTextInfo().direction ?? 'ltr';
  } catch {
    return 'ltr';
  }
}

const PAGE = '#f3f4f6';

/** Sections with a colour set by the author keep dark text, because that colour was chosen for dark text. */
const SHEET = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  `@media (max-width:${WIDTH}px){.bf-column{display:block!important;width:auto!important}}`,
  '@media (prefers-color-scheme:dark){.bf-page{background-color:#0b1220!important}.bf-sheet{background-color:#111827!important}',
  `.bf-text{color:#f3f4f6!important}.bf-text a:not(.bf-button){color:#93c5fd!important}.bf-text .bf-outline{color:#f3f4f6!important}.bf-tinted .bf-text{color:${COLORS.text}!important}.bf-tinted a:not(.bf-button){color:${COLORS.link}!important}}`,
].join('');
