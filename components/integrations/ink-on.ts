/** The contrast that WCAG requires for bold text from 18.7 px on. */
const LARGE_TEXT_CONTRAST = 3;

/** Returns the colour of a large letter on `#rrggbb`: white if it is readable, otherwise black. */
export function inkOn(color: string): 'white' | 'black' {
  return 1.05 / (luminance(color) + 0.05) >= LARGE_TEXT_CONTRAST ? 'white' : 'black';
}

/** Returns the relative luminance of WCAG 2, from 0 to 1. */
export function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
