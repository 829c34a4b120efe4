'use client';

import { useMemo } from 'react';
import { encode } from 'uqr';

/** The width of the quiet zone, in modules, that ISO 18004 requires. */
const QUIET = 4;

/** A QR code. Always dark on white, because cameras read an inverted code badly. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { size, path } = useMemo(() => draw(value), [value]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-md border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Returns the size in modules, and a path with a square for each dark module. */
function draw(value: string): { size: number; path: string } {
  const { size, data } = encode(value, { ecc: 'M', border: QUIET });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return { size, path: squares.join('') };
}
