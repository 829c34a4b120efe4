/** The image types of logos. Browsers show them without running code from them. */

export const LOGO_MAX_BYTES = 65_536;
/** The maximum width and height, because larger pictures take long to decode, even if they have few bytes. */
export const LOGO_MAX_PIXELS = 2_000;

export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type LogoType = (typeof LOGO_TYPES)[number];

/** Returns the type by the first bytes, not by the name. Undefined for anything else, such as SVG, which may contain code. */
export function logoType(content: Uint8Array): LogoType | undefined {
  if (startsWith(content, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (startsWith(content, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (text(content, 0, 4) === 'RIFF' && text(content, 8, 12) === 'WEBP') return 'image/webp';
  return undefined;
}

/** Returns the larger of width and height in pixels. Undefined if the image does not contain its size. */
export function logoPixels(content: Uint8Array): number | undefined {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  try {
    switch (logoType(content)) {
      case 'image/png':
        return text(content, 12, 16) === 'IHDR' ? Math.max(view.getUint32(16), view.getUint32(20)) : undefined;
      case 'image/jpeg':
        return jpegPixels(view);
      case 'image/webp':
        return webpPixels(view, text(content, 12, 16));
      default:
        return undefined;
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Reads the segments up to the frame, which contains the size. */
function jpegPixels(view: DataView): number | undefined {
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return Math.max(view.getUint16(at + 5), view.getUint16(at + 7));
  }
  return undefined;
}

function webpPixels(view: DataView, chunk: string): number | undefined {
  const below = (at: number) => view.getUint16(at, true) & 0x3fff;
  if (chunk === 'VP8 ') return Math.max(below(26), below(28));
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true);
    return Math.max(bits & 0x3fff, (bits >> 14) & 0x3fff) + 1;
  }
  const three = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  return chunk === 'VP8X' ? Math.max(three(24), three(27)) + 1 : undefined;
}

function startsWith(content: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, at) => content[at] === byte);
}

function text(content: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...content.subarray(from, to));
}
