/** Hosts: network, process and mount namespaces of Linux, in the namespaces of this program. They end with this program. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, mkdirSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { signal } from '#scripts/processes.ts';
import { root } from '#scripts/sources.ts';
import { debian, folder, postgresAccount } from './debian.ts';

/** The networks: clients, the balancer and the provider are on the front, databases on the back. Every host is on both. */
const NETWORKS = { front: '10.90.0', back: '10.91.0' } as const;
type Network = keyof typeof NETWORKS;

/** The address of the measuring program itself. */
export const CLIENT = `${NETWORKS.front}.1`;

/** Connects the two networks to this program. */
export function makeNetworks(): void {
  ip('link', 'set', 'lo', 'up');
  for (const [network, prefix] of Object.entries(NETWORKS)) {
    ip('link', 'add', network, 'type', 'bridge');
    ip('address', 'add', `${prefix}.1/24`, 'dev', network);
    ip('link', 'set', network, 'up');
  }
}

export interface HostProgram {
  /** The process ID, as this program sees it. */
  pid(): number;
  exited: Promise<unknown>;
  /** Sends a signal and waits for the exit. */
  stop(name?: NodeJS.Signals): Promise<void>;
}

export class Host {
  readonly name: string;
  readonly front: string;
  readonly back: string;
  /** The folder that the host sees as /srv. The folder survives the death of the host. */
  readonly folder: string;
  #first: { outer: ChildProcess; pid: number } | undefined;

  /** @param number the last part of the addresses. */
  constructor(name: string, number: number) {
    this.name = name;
    this.front = `${NETWORKS.front}.${number}`;
    this.back = `${NETWORKS.back}.${number}`;
    this.folder = join(folder, 'hosts', name);
    mkdirSync(join(this.folder, 'run'), { recursive: true });
    const { uid, gid } = postgresAccount();
    chownSync(join(this.folder, 'run'), uid, gid);
  }

  get isUp(): boolean {
    return this.#first !== undefined;
  }

  /** Gives the host a disk of a fixed size, in memory. The disk survives the death of the host. */
  addDisk(name: string, megabytes: number): void {
    const place = join(this.folder, name);
    const { uid, gid } = postgresAccount();
    mkdirSync(place, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,uid=${uid},gid=${gid}`, 'disk', place]);
  }

  /** Starts the host without programs. Its first process adopts orphans, as init does. */
  async boot(): Promise<void> {
    const apart = ['--net', '--pid', '--mount', '--ipc', '--fork', '--kill-child'];
    const outer = spawn('unshare', [...apart, 'sh', '-c', 'sleep infinity & wait'], { stdio: 'ignore' });
    const pid = await firstChild(outer);
    this.#first = { outer, pid };
    for (const network of Object.keys(NETWORKS) as Network[]) this.#connect(network, pid);
    this.#inside(['sh', '-c', MOUNTS, 'sh', debian, this.folder]);
  }

  #connect(network: Network, pid: number): void {
    ip('link', 'add', this.#port(network), 'type', 'veth', 'peer', 'name', network, 'netns', String(pid));
    ip('link', 'set', this.#port(network), 'master', network, 'up');
    this.#inside(['ip', 'link', 'set', 'lo', 'up']);
    this.#inside(['ip', 'address', 'add', `${this[network]}/24`, 'dev', network]);
    this.#inside(['ip', 'link', 'set', network, 'up']);
  }

  #port(network: Network): string {
    return `${network}-${this.name}`;
  }

  #enter(): string[] {
    if (!this.#first) throw new Error(`The host ${this.name} is down`);
    return ['--target', String(this.#first.pid), '--net', '--pid', '--mount', '--ipc', `--wd=${root}`, '--'];
  }

  #inside(command: string[]): void {
    execFileSync('nsenter', [...this.#enter(), ...command]);
  }

  /** Runs a program of Debian as the account of PostgreSQL. Its output goes into a file. */
  run(name: string, command: string[]): HostProgram {
    const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' };
    return this.#spawn(name, ['chroot', '--userspec=postgres:postgres', debian, ...command], env, 'ignore');
  }

  /** Runs Node with the arguments of one of Belfry’s processes. */
  runNode(name: string, args: string[], env: Record<string, string>): HostProgram {
    return this.#spawn(name, [process.execPath, ...args], { PATH: process.env.PATH ?? '', ...env }, 'ipc');
  }

  #spawn(name: string, command: string[], env: Record<string, string>, channel: 'ignore' | 'ipc'): HostProgram {
    const log = openSync(join(folder, `${this.name}-${name}.log`), 'a');
    const child = spawn('nsenter', [...this.#enter(), ...command], {
      cwd: root,
      env: env as NodeJS.ProcessEnv,
      stdio: ['ignore', log, log, channel],
    }) as ChildProcess;
    closeSync(log);
    const exited = once(child, 'exit');
    const pid = () => childrenOf(child.pid ?? 0)[0] ?? 0;
    return {
      pid,
      exited,
      async stop(name = 'SIGTERM') {
        if (pid() > 0) signal(pid(), name);
        await exited;
      },
    };
  }

  /**
   * Ends the host immediately. Its networks are cut first, so that other hosts receive no packets from the ending
   * programs.
   */
  async die(): Promise<void> {
    const first = this.#first;
    if (!first) return;
    for (const network of Object.keys(NETWORKS) as Network[]) this.unplug(network);
    signal(first.pid, 'SIGKILL');
    await once(first.outer, 'exit');
    // The kernel may still hold the namespace of the network, so delete the host's ports.
    for (const network of Object.keys(NETWORKS) as Network[]) ip('link', 'delete', this.#port(network));
    this.#first = undefined;
  }

  /** Drops all packets of a network, without any response. */
  unplug(network: Network): void {
    ip('link', 'set', this.#port(network), 'nomaster');
  }

  plug(network: Network): void {
    ip('link', 'set', this.#port(network), 'master', network);
  }

  /** Sends a signal to every program of the host: SIGSTOP freezes, SIGCONT continues. */
  signalAll(name: NodeJS.Signals): void {
    const own = readlinkSync(`/proc/${this.#first?.pid}/ns/net`);
    for (const pid of readdirSync('/proc')) if (networkOf(pid) === own) signal(Number(pid), name);
  }
}

/** The mounts of a host: processes, shared memory, and the host’s folder as /srv. */
const MOUNTS =
  'mount -t proc proc "$1/proc" && mount -t tmpfs tmpfs "$1/dev/shm" && mount --rbind "$2" "$1/srv" && mount -t tmpfs tmpfs "$1/tmp"';

function ip(...args: string[]): void {
  execFileSync('ip', args);
}

function networkOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    return undefined;
  }
}

async function firstChild(outer: ChildProcess): Promise<number> {
  for (;;) {
    const [pid] = childrenOf(outer.pid ?? 0);
    if (pid) return pid;
    if (outer.exitCode !== null) throw new Error('A namespace could not be created');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
