import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { errorCode } from './cli-error.ts';

/** Whether a process exists, including processes of other accounts. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Returns the command line of a process; empty if it has ended. Slim Linux images have no `ps`, macOS has no /proc. */
export function commandLine(pid: number): string {
  if (process.platform !== 'linux') return ps(pid, 'command=');
  return readProc(pid, 'cmdline').replaceAll('\0', ' ');
}

/** Returns the parent's ID, or 0 if the process has ended. */
export function parentOf(pid: number): number {
  if (process.platform !== 'linux') return Number(ps(pid, 'ppid='));
  const stat = readProc(pid, 'stat');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

/**
 * Returns a mark that distinguishes a process from a later process with the same ID. Empty if the process has ended.
 */
export function startMark(pid: number): string {
  if (process.platform !== 'linux') return ps(pid, 'lstart=');
  const stat = readProc(pid, 'stat');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

/** Returns the environment for a program that must not see Belfry's variables. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', NODE_ENV: 'production' };
}

/** Sends a signal to a process that may have ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

function ps(pid: number, format: string): string {
  return spawnSync('ps', ['-ww', '-o', format, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
