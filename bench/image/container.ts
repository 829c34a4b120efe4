/** Runs commands of the image as a container would: its user, its variables, a read-only root, its own processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ImageConfig } from './build.ts';

export interface Image {
  config: ImageConfig;
  files: string;
}

export interface Container {
  /** The container's first process, by its process ID on this machine. */
  pid(): number;
  /** Returns the output of the command so far. */
  output(): string;
  /** Settles with the exit code. */
  ended: Promise<number>;
  isRunning(): boolean;
  /** Sends the stop signal of the image. @returns the milliseconds until the exit. */
  stop(): Promise<number>;
}

/** $1 is the folder of the image, $2 its user. The changes are visible to this process and its children only. */
const ENTER = `
set -e
root=$1 user=$2
shift 2
mount --bind "$root" "$root"
mount -t tmpfs -o mode=1777,size=64m tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mount -o remount,bind,ro "$root"
exec env -i "$@"
`;

/** Starts a command such as `web`. `entry` replaces the entry point of the image. */
export function startContainer(
  { config, files }: Image,
  command: string[],
  variables: Record<string, string> = {},
  entry: string[] = config.Entrypoint,
): Container {
  const settings = [...config.Env, ...Object.entries(variables).map(([name, value]) => `${name}=${value}`)];
  const enter = ['chroot', `--userspec=${config.User}`, '--groups=', files, ...entry, ...command];
  const child = spawn(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', ENTER, 'sh', files, config.User, ...settings, ...enter],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'close').then(([code]) => Number(code ?? -1));
  const pid = () => firstProcess(child);
  return {
    pid,
    output: () => output,
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async stop() {
      const begun = performance.now();
      process.kill(pid(), config.StopSignal as NodeJS.Signals);
      await ended;
      return performance.now() - begun;
    },
  };
}

/** Returns the child of `unshare`, which is process 1 of the container. */
function firstProcess({ pid = 0 }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
}
