/** The balancer’s host: HAProxy in front of the web processes and of the primary, and PgBouncer in transaction mode. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Host, type HostProgram } from './host.ts';

export const DATABASE = 'belfry';
export const ROLE = 'belfry';

export interface Balanced {
  webs: readonly Host[];
  databases: readonly Host[];
}

export class Balancer extends Host {
  #pooler: HostProgram | undefined;

  /** The address that clients call. */
  get origin(): string {
    return `http://${this.front}:8080`;
  }

  /** The URL of the primary itself. */
  get directUrl(): string {
    return `postgresql://${ROLE}@${this.back}:5000/${DATABASE}`;
  }

  /** The URL of the primary behind PgBouncer. */
  get pooledUrl(): string {
    return `postgresql://${ROLE}@${this.back}:6432/${DATABASE}`;
  }

  async start(balanced: Balanced): Promise<void> {
    await this.boot();
    writeFileSync(join(this.folder, 'haproxy.cfg'), haproxy(this, balanced));
    writeFileSync(join(this.folder, 'pgbouncer.ini'), pgbouncer(this));
    writeFileSync(join(this.folder, 'retry.http'), RETRY);
    writeFileSync(join(this.folder, 'users'), `"${ROLE}" ""\n`);
    this.run('haproxy', ['haproxy', '-db', '-f', '/srv/haproxy.cfg']);
    this.#startPooler();
  }

  /**
   * Starts another PgBouncer on the same port, then stops the old one with SIGINT, which waits for its transactions
   * only. SIGTERM would wait until all clients have disconnected, which busy clients never do.
   */
  async restartPooler(): Promise<void> {
    const old = this.#pooler;
    this.#startPooler();
    await sleep(1_000);
    await old?.stop('SIGINT');
  }

  #startPooler(): void {
    this.#pooler = this.run('pgbouncer', ['pgbouncer', '/srv/pgbouncer.ini']);
  }
}

/** The response to a request whose session was shut down, instead of HAProxy’s 500. */
const RETRY = 'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n';

/**
 * HAProxy ends the sessions of a server as soon as its checks fail. Otherwise clients would wait for a host that no
 * longer responds.
 */
function haproxy(own: Host, { webs, databases }: Balanced): string {
  return `
defaults
  timeout connect 2s
  timeout queue 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
  option clitcpka
  option srvtcpka
  clitcpka-idle 10s
  clitcpka-intvl 5s
  clitcpka-cnt 3
  srvtcpka-idle 10s
  srvtcpka-intvl 5s
  srvtcpka-cnt 3
  default-server check inter 1s fall 2 rise 1 on-marked-down shutdown-sessions

listen web
  bind ${own.front}:8080
  mode http
  timeout http-request 60s
  option redispatch
  errorfile 500 /srv/retry.http
  option httpchk GET /api/health/ready
${webs.map(({ name, front }) => `  server ${name} ${front}:3000`).join('\n')}

listen primary
  bind ${own.back}:5000
  mode tcp
  option httpchk OPTIONS /primary
  http-check expect status 200
${databases.map(({ name, back }) => `  server ${name} ${back}:5432 check port 8008`).join('\n')}
`;
}

function pgbouncer({ back }: Host): string {
  return `
[databases]
${DATABASE} = host=${back} port=5000 dbname=${DATABASE}
[pgbouncer]
listen_addr = ${back}
listen_port = 6432
unix_socket_dir =
so_reuseport = 1
auth_type = trust
auth_file = /srv/users
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 60
max_prepared_statements = 500
ignore_startup_parameters = options
server_connect_timeout = 2
server_login_retry = 1
query_wait_timeout = 10
tcp_keepidle = 10
tcp_keepintvl = 5
tcp_keepcnt = 3
`;
}
