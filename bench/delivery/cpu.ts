import { readdirSync, readFileSync } from 'node:fs';

/** Scheduler ticks per second, as /proc counts them on every Linux in use. */
const TICKS = 100;

/** Returns the CPU seconds that processes have used so far; 0 if the system does not report them. */
export function cpuSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ownSeconds(pid), 0);
}

/** Returns the CPU seconds of a PostgreSQL server: the postmaster, its current backends and its ended backends. */
export function databaseCpuSeconds(postmaster: number): number {
  const backends = processes().filter((pid) => Number(statOf(pid)[1]) === postmaster);
  const stat = statOf(postmaster);
  const ended = (Number(stat[13] ?? 0) + Number(stat[14] ?? 0)) / TICKS;
  return cpuSeconds([postmaster, ...backends]) + ended;
}

function ownSeconds(pid: number): number {
  const stat = statOf(pid);
  return (Number(stat[11] ?? 0) + Number(stat[12] ?? 0)) / TICKS;
}

/** Returns the ID of a process's parent, such as the postmaster of a backend. */
export function parentOf(pid: number): number {
  return Number(statOf(pid)[1]);
}

/** Returns the third field (the state) and all later fields, because the name before them may contain spaces. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}

/** Returns the IDs of the machine's processes. Empty if the system does not list them. */
export function processes(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}
