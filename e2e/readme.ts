import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '#scripts/sources.ts';
import { serviceUrl } from './fixtures.ts';

/** Whether the machine can run the README's commands. */
export const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** The commands in the fenced block below a heading of the README, one text per `curl`. */
export function readmeCommands(heading: string): string[] {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const section = readme.split(/^#+ /m).find((text) => text.startsWith(`${heading}\n`));
  const block = section && /^```sh\n([\s\S]*?)^```$/m.exec(section)?.[1];
  if (!block) throw new Error(`README.md has no commands below "${heading}".`);
  return block.split(/^(?=curl )/m);
}

/**
 * Runs one command of the README against the service under test, and returns the body of the answer.
 *
 * @throws Error for a failure status.
 */
export async function runCommand(command: string, apiKey: string): Promise<string> {
  const script = `curl() { command curl -sS --fail-with-body "$@"; }\n${command}`;
  const { stdout } = await promisify(execFile)('sh', ['-ec', script.replaceAll('http://127.0.0.1:3000', serviceUrl)], {
    env: { ...process.env, KEY: apiKey },
  });
  return stdout;
}
