/** The colours of the recipient's page: Belfry's, and those derived from the colour that the organization chose. */

/** Belfry's colours in light and dark. */
export const SCHEMES = {
  light: {
    ground: '#f7f7f5',
    card: '#ffffff',
    text: '#1c1c1a',
    quiet: '#5c5c57',
    line: '#dcdcd6',
    edge: '#8a8a83',
    main: '#1f5f4a',
    'on-main': '#ffffff',
  },
  dark: {
    ground: '#151514',
    card: '#1f1f1d',
    text: '#f0f0ea',
    quiet: '#a9a9a1',
    line: '#3a3a36',
    edge: '#7d7d76',
    main: '#8fd4b8',
    'on-main': '#10231b',
  },
} as const;

/** The minimum contrast of text (WCAG 2.2, 1.4.3). */
const READABLE = 4.5;
const STEPS = 40;

export interface PageColors {
  /** The chosen colour, behind the text of the main button. */
  fill: string;
  /** Black or white, whichever is easier to read on `fill`. */
  onFill: string;
  /**
   * The colour of links, borders and the focus: the colour nearest to the chosen colour that is readable on a light
   * page.
   */
  light: string;
  /** The colour of links, borders and the focus on a dark page. */
  dark: string;
}

/**
 * Returns the colours of a page. Their contrast is measured against the page in light, and against a card in dark,
 * which are the backgrounds with the least contrast to the text.
 *
 * @param color `#rrggbb`
 */
export function pageColors(color: string): PageColors {
  return {
    fill: color,
    onFill: contrast(color, '#000000') >= contrast(color, '#ffffff') ? '#000000' : '#ffffff',
    light: readable(color, SCHEMES.light.ground, '#000000'),
    dark: readable(color, SCHEMES.dark.card, '#ffffff'),
  };
}

/** Mixes `color` with `end` until it is readable on `ground`. */
function readable(color: string, ground: string, end: string): string {
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(color, end, step / STEPS);
    if (contrast(mixed, ground) >= READABLE) return mixed;
  }
  return end;
}

function mix(one: string, other: string, share: number): string {
  const to = channels(other);
  const mixed = channels(one).map((value, at) => Math.round(value * (1 - share) + (to[at] ?? 0) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the contrast of two colours by WCAG, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
