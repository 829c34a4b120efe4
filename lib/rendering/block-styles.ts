/**
 * The look of email blocks: inline styles, because mail clients drop style sheets, with values that all clients
 * support.
 */
import type { Alignment } from './block-document.ts';

export const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
export const COLORS = {
  text: '#1f2937',
  quiet: '#6b7280',
  line: '#e5e7eb',
  link: '#1d4ed8',
  button: '#1f2937',
} as const;
/** Width of the email in pixels. */
export const WIDTH = 600;

const TEXT_SIZES = {
  paragraph: 'font-size:16px;line-height:26px;font-weight:400',
  1: 'font-size:30px;line-height:38px;font-weight:700',
  2: 'font-size:24px;line-height:32px;font-weight:700',
  3: 'font-size:20px;line-height:28px;font-weight:600',
} as const;

/** Returns the style of a paragraph or heading. */
export function textStyle(size: keyof typeof TEXT_SIZES, align: string | null | undefined, margin: string): string {
  const sides = align ? `;text-align:${align}` : '';
  return `margin:${margin};font-family:${FONT};${TEXT_SIZES[size]};color:${COLORS.text}${sides}`;
}

/** Returns the colour if mail clients support its notation, otherwise `fallback`. */
export function color(value: string | null | undefined, fallback: string): string {
  const text = (value ?? '').trim();
  return /^(#[\da-f]{3,8}|[a-z]{3,24}|rgba?\([\d.,% ]{5,40}\))$/i.test(text) ? text : fallback;
}

/** Returns a number of pixels from 0 to `most`. */
export function pixels(value: unknown, fallback: number, most: number): number {
  const number = Math.round(Number(value ?? fallback));
  return Number.isFinite(number) ? Math.min(Math.max(number, 0), most) : fallback;
}

/** The attributes of a table that is used only for layout. */
export const LAYOUT_TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** Returns the chosen side, otherwise the fallback, which may be the side where lines start. */
export function sideOf(value: Alignment | null | undefined, fallback: Alignment | typeof SIDES.start): string {
  return value ?? fallback;
}

export type TextDirection = 'ltr' | 'rtl';

/**
 * Sides that depend on the direction of the text. Until the direction is known, templates contain them as characters that
 * no text has.
 */
export const SIDES = { start: '\uFDD0', end: '\uFDD1', listSpace: '\uFDD2', quoteSpace: '\uFDD3' } as const;

const SIDE_VALUES: Readonly<Record<string, Readonly<Record<TextDirection, string>>>> = {
  [SIDES.start]: { ltr: 'left', rtl: 'right' },
  [SIDES.end]: { ltr: 'right', rtl: 'left' },
  [SIDES.listSpace]: { ltr: '0 0 0 24px', rtl: '0 24px 0 0' },
  [SIDES.quoteSpace]: { ltr: '0 0 0 16px', rtl: '0 16px 0 0' },
};

export function withSides(template: string, direction: TextDirection): string {
  return template.replace(/[\uFDD0-\uFDD3]/g, (side) => SIDE_VALUES[side]?.[direction] ?? '');
}
