import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '..', '..', 'app', 'globals.css'), 'utf8');

/** Lightness and opacity of a token in both themes. */
function token(name: string): { light: [number, number]; dark: [number, number] } {
  const value = new RegExp(`--color-${name}: light-dark\\((.*)\\);`).exec(css)?.[1] ?? '';
  const [light, dark] = [...value.matchAll(/oklch\(([\d.]+)% [\d.]+ [\d.]+(?: \/ ([\d.]+))?\)/g)].map(
    ([, lightness, alpha = '1']): [number, number] => [Number(lightness), Number(alpha)],
  );
  if (!light || !dark) throw new Error(`--color-${name} has no two colours`);
  return { light, dark };
}

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  test.each(['bg', 'surface', 'raised', 'sunken'])('hovered and pressed surfaces differ visibly from %s', (surface) => {
    const [under] = token(surface)[theme];
    const over = (name: string) => {
      const [lightness, alpha] = token(name)[theme];
      return Math.abs(lightness * alpha + under * (1 - alpha) - under);
    };
    expect(over('hover')).toBeGreaterThan(3);
    expect(over('pressed')).toBeGreaterThan(over('hover') + 1);
  });
});
