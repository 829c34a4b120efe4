import { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import { QUARANTINE, Quarantine } from './quarantine.ts';

/** A process that runs until it is killed, or until SIGTERM. */
class FakeProcess extends EventEmitter {
  readonly pid = undefined;
  readonly signals: string[] = [];
  obeys = true;

  kill(signal: string): void {
    this.signals.push(signal);
    if (signal === 'SIGKILL' || this.obeys) setImmediate(() => this.emit('exit', null, signal));
  }
}

const started = vi.hoisted(() => ({ processes: [] as unknown[], programs: [] as unknown[] }));
vi.mock('node:child_process', () => ({
  fork: (...program: unknown[]) => {
    started.programs.push(program);
    const child = new FakeProcess();
    started.processes.push(child);
    return child;
  },
}));

const processes = started.processes as FakeProcess[];

beforeEach(() => {
  processes.length = 0;
  started.programs.length = 0;
});

test('a process that does not end in time is killed', async () => {
  const quarantine = new Quarantine('worker.ts');
  quarantine.open();
  const [child] = processes as [FakeProcess];
  child.obeys = false;
  await quarantine.stop(5);
  expect(child.signals).toEqual(['SIGTERM', 'SIGKILL']);
});

test('a process that ends in time is not killed, and none is started afterwards', async () => {
  const quarantine = new Quarantine('worker.ts');
  quarantine.open();
  quarantine.open();
  expect(started.programs, 'one at a time').toEqual([['worker.ts', [QUARANTINE]]]);
  await quarantine.stop(10_000);
  expect(processes[0]?.signals).toEqual(['SIGTERM']);
  quarantine.open();
  expect(processes).toHaveLength(1);
});

test('when a process has ended, or could not be started, the next one is started', () => {
  const quarantine = new Quarantine('worker.ts');
  quarantine.open();
  processes[0]?.emit('exit', 0, null);
  quarantine.open();
  processes[1]?.emit('error', new Error('EAGAIN'));
  quarantine.open();
  expect(processes).toHaveLength(3);
});
