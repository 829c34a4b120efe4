import { expect, test } from 'vitest';
import { logoPixels, logoType } from './logo-type.ts';

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1'))));

const png = (width: number[], height: number[]) =>
  bytes([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13], 'IHDR', width, height);
const webp = (chunk: string, rest: number[]) => bytes('RIFF', [0, 0, 0, 0], 'WEBP', chunk, [0, 0, 0, 0], rest);

test.for([
  ['PNG', png([0, 0, 1, 0], [0, 0, 0, 9]), 'image/png', 256],
  ['JPEG', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xc0, 0, 17, 8, 0, 40, 0, 90]), 'image/jpeg', 90],
  ['WebP with loss', webp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 80, 0, 20, 0]), 'image/webp', 80],
  ['WebP without loss', webp('VP8L', [0x2f, 99, 0, 0, 0]), 'image/webp', 100],
  ['extended WebP', webp('VP8X', [0, 0, 0, 0, 199, 0, 0, 9, 0, 0]), 'image/webp', 200],
] as const)('%s is known by its bytes', ([, content, type, pixels]) => {
  expect(logoType(content)).toBe(type);
  expect(logoPixels(content)).toBe(pixels);
});

test.for([
  ['SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['HTML', bytes('<!doctype html><script>alert(1)</script>')],
  ['GIF', bytes('GIF89a')],
  ['nothing', bytes('')],
  ['text after the first bytes of a RIFF file', bytes('RIFF0000WAVE')],
] as const)('%s is not a logo', ([, content]) => {
  expect(logoType(content)).toBeUndefined();
  expect(logoPixels(content)).toBeUndefined();
});

test('the beginning of an image has no size', () => {
  for (const content of [png([], []), bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4]), webp('VP8X', []), webp('ALPH', [0, 0])])
    expect(logoPixels(content)).toBeUndefined();
});
