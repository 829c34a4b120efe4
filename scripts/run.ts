import { spawn } from 'node:child_process';
import { CliError } from './cli-error.ts';
import { root } from './sources.ts';

/** Runs a program in the checkout until it exits, without showing its output. On failure, the output follows the message. */
export async function run(
  failure: string,
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<void> {
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const stopWithUs = () => child.kill('SIGTERM');
  process.once('exit', stopWithUs);
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(-1);
    });
    child.once('close', resolve);
  });
  process.off('exit', stopWithUs);
  if (code !== 0) throw new CliError(`${failure}:\n${output.trim()}`);
}
