import { setCookie } from '#lib/cookie.ts';

export type Theme = 'system' | 'light' | 'dark';
export type Density = 'comfortable' | 'compact';

/** Returns the stored choices. The root layout reads the same cookies, so the first paint is already right. */
export function readAppearance(): { theme: Theme; density: Density } {
  const { theme, density } = document.documentElement.dataset;
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    density: density === 'compact' ? density : 'comfortable',
  };
}

export function chooseTheme(theme: Theme): void {
  choose('theme', theme === 'system' ? undefined : theme);
}

export function chooseDensity(density: Density): void {
  choose('density', density === 'comfortable' ? undefined : density);
}

function choose(name: 'theme' | 'density', value: string | undefined): void {
  if (value) document.documentElement.dataset[name] = value;
  else delete document.documentElement.dataset[name];
  setCookie(name, value);
}
