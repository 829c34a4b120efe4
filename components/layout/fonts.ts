/**
 * Geist 1.7.2, split with fonttools: the letters that most texts need, and the others, which are loaded when a page
 * shows one of them. The whole font has 142 kB; with the split, 49 kB load before the first rows. Only the text face is
 * preloaded. Greek uses the system font: Geist has few of its letters, and draws a small omega as a capital one.
 */
import localFont from 'next/font/local';

const sans = localFont({
  src: './fonts/geist-latin.woff2',
  variable: '--font-geist-sans',
  weight: '100 900',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0-FF, U+131, U+152-153, U+2BB-2BC, U+2C6, U+2DA, U+2DC, U+2000-206F, U+20AC, U+2122, U+2190-21BB, U+2212, U+2215, U+2303-2326, U+FEFF, U+FFFD',
    },
  ],
});
const sansRest = localFont({
  src: './fonts/geist-rest.woff2',
  variable: '--font-geist-sans-rest',
  weight: '100 900',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value: 'U+100-130, U+132-151, U+154-2BA, U+2BD-2C5, U+2C7-36F, U+400-52F, U+1E00-1EFF, U+2070-20AB, U+2100-2121',
    },
  ],
});
const mono = localFont({
  src: './fonts/geist-mono-latin.woff2',
  variable: '--font-geist-mono',
  weight: '100 900',
  preload: false,
  adjustFontFallback: false,
  fallback: ['ui-monospace', 'SFMono-Regular', 'Menlo', 'monospace'],
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0-FF, U+131, U+152-153, U+2BB-2BC, U+2C6, U+2DA, U+2DC, U+2000-206F, U+20AC, U+2122, U+2190-21BB, U+2212, U+2215, U+2303-2326, U+FEFF, U+FFFD',
    },
  ],
});
const monoRest = localFont({
  src: './fonts/geist-mono-rest.woff2',
  variable: '--font-geist-mono-rest',
  weight: '100 900',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value: 'U+100-130, U+132-151, U+154-2BA, U+2BD-2C5, U+2C7-52F, U+1E00-1EFF, U+2070-20AB, U+2100-2121',
    },
  ],
});

/** Makes the faces available to the style sheet, which names them in its tokens. */
export const fontClass = [sans, sansRest, mono, monoRest].map(({ variable }) => variable).join(' ');
