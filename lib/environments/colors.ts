/** The colours of environments. Each is a design token of the dashboard, with variants for light and dark pages. */
export const COLORS = ['blue', 'green', 'violet', 'amber', 'grey', 'red'] as const;
export type Color = (typeof COLORS)[number];

/** Returns the colour of an environment for which none was chosen. */
export function defaultColor(type: 'dev' | 'prod'): Color {
  return type === 'prod' ? 'amber' : 'blue';
}

/** The hues in degrees. */
const HUES = { red: 0, amber: 40, green: 140, blue: 215, violet: 280 } as const satisfies Partial<
  Record<Color, number>
>;

/** The minimum chroma of a hue, of 255. Colours with a smaller chroma are grey. */
const GREY_CHROMA = 32;

/** Returns the colour with this name, or the colour whose hue is nearest to a hex code: `#abc`, `#aabbcc`. */
export function nearestColor(text: string): Color {
  const named = COLORS.find((color) => color === text);
  if (named) return named;
  const hue = hueOf(text);
  if (hue === undefined) return 'grey';
  const distance = (other: number) => Math.min(Math.abs(hue - other), 360 - Math.abs(hue - other));
  const [[nearest] = ['grey' as const]] = Object.entries(HUES).toSorted(
    ([, one], [, other]) => distance(one) - distance(other),
  ) as [Color, number][];
  return nearest;
}

/** Returns the hue in degrees. Undefined for a shade of grey. */
function hueOf(hex: string): number | undefined {
  const digits = hex.slice(1);
  const pairs = digits.length === 3 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0] = pairs.map((pair) => Number.parseInt(pair, 16));
  const max = Math.max(red, green, blue);
  const chroma = max - Math.min(red, green, blue);
  if (chroma < GREY_CHROMA) return undefined;
  if (max === red) return (((green - blue) / chroma) * 60 + 360) % 360;
  return max === green ? ((blue - red) / chroma) * 60 + 120 : ((red - green) / chroma) * 60 + 240;
}
