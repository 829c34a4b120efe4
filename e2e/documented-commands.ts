import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newId } from '#lib/id.ts';
import { root } from '#scripts/sources.ts';
import { serviceUrl } from './fixtures.ts';

/** Whether the machine can run the commands of the documents. */
export const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** Returns the commands in the fenced block below a heading of a document, one text per `curl`. */
export function documentedCommands(file: string, heading: string): string[] {
  return documentedScript(file, heading).split(/^(?=curl )/m);
}

/** Returns the fenced block of commands below a heading of a document. */
export function documentedScript(file: string, heading: string): string {
  const document = readFileSync(join(root, file), 'utf8');
  const section = document.split(/^#+ /m).find((text) => text.startsWith(`${heading}\n`));
  const block = section && /^```sh\n([\s\S]*?)^```$/m.exec(section)?.[1];
  if (!block) throw new Error(`${file} has no commands below "${heading}".`);
  return block;
}

/** Returns the commands of all fenced blocks of a document in order. Blocks with `fails` contain requests that are rejected. */
export function allCommands(document: string): { command: string; fails: boolean }[] {
  return [...document.matchAll(/^```sh( fails)?\n([\s\S]*?)^```$/gm)].flatMap(([, fails, block = '']) =>
    block.split(/^(?=curl )/m).map((command) => ({ command, fails: fails !== undefined })),
  );
}

/** Runs the TypeScript of a document in Node against the service under test. @throws Error if the program fails. */
export async function runProgram(code: string, apiKey: string): Promise<void> {
  const folder = join(root, 'test-results', 'programs');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${newId()}.ts`);
  await writeFile(file, code.replaceAll('http://127.0.0.1:3000', serviceUrl));
  await promisify(execFile)(process.execPath, [file], { env: { ...process.env, BELFRY_KEY: apiKey } });
}

/**
 * Runs one documented command against the service under test, and returns the body of the response.
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
