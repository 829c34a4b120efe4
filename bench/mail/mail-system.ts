/** Debian’s Postfix and Dovecot on loopback, with their files in one folder. Needs root, as both programs do. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '#scripts/cli-error.ts';
import { freePort } from '#scripts/postgres.ts';
import { certificate } from '#testing/certificate.ts';

/** The mailbox for the reports, and the mailbox of a recipient. No other mailbox of the domain exists. */
export const BOUNCES = 'bounces@mail.test';
export const EXISTING = 'jane@mail.test';
export const PASSWORD = 'mailbox-password';
/** The user ID and group ID of the mailboxes: the IDs of Debian’s unprivileged user and group. */
const MAIL_OWNER = 65_534;
const PROGRAMS = ['/usr/sbin/postfix', '/usr/sbin/dovecot', '/usr/sbin/postconf'];

export interface MailSystem {
  smtpPort: number;
  imapPort: number;
  versions: string;
  /** Returns the mails of a mailbox. */
  mailsOf: (user: string) => string[];
  stop: () => void;
}

/**
 * Starts both servers.
 *
 * @param remotePort the port of the server for the domain remote.test.
 * @throws CliError if a program is not installed.
 */
export async function startMailSystem(folder: string, remotePort: number): Promise<MailSystem> {
  const missing = PROGRAMS.filter((path) => !existsSync(path));
  if (missing.length > 0)
    throw new CliError(
      `${missing.join(', ')} not found: apt-get install --no-install-recommends postfix dovecot-imapd`,
    );
  rmSync(folder, { recursive: true, force: true });
  for (const part of ['postfix/queue', 'postfix/data', 'mail', 'dovecot/run'])
    mkdirSync(join(folder, part), { recursive: true });
  for (const user of ['bounces', 'jane'])
    for (const part of ['', 'cur', 'new', 'tmp']) own(join(folder, 'mail', user, part), MAIL_OWNER);
  own(join(folder, 'mail'), MAIL_OWNER);
  own(join(folder, 'postfix/data'), Number(execFileSync('id', ['-u', 'postfix'])));
  const [smtpPort, imapPort] = [await freePort(), await freePort()];
  const postfix = join(folder, 'postfix');
  writeFileSync(join(postfix, 'main.cf'), mainConfiguration(folder, remotePort));
  writeFileSync(join(postfix, 'master.cf'), services(smtpPort));
  const dovecot = join(folder, 'dovecot/dovecot.conf');
  writeFileSync(join(folder, 'dovecot/cert.pem'), certificate.cert);
  writeFileSync(join(folder, 'dovecot/key.pem'), certificate.key);
  writeFileSync(dovecot, dovecotConfiguration(folder, imapPort));
  const stop = () => {
    spawnSync('/usr/sbin/postfix', ['-c', postfix, 'stop'], { stdio: 'ignore' });
    spawnSync('/usr/sbin/dovecot', ['-c', dovecot, 'stop'], { stdio: 'ignore' });
  };
  try {
    start('/usr/sbin/postfix', ['-c', postfix, 'start']);
    start('/usr/sbin/dovecot', ['-c', dovecot]);
  } catch (error) {
    stop();
    throw error;
  }
  return {
    smtpPort,
    imapPort,
    versions: `Postfix ${run('/usr/sbin/postconf', ['-dh', 'mail_version'])}, Dovecot ${run('/usr/sbin/dovecot', ['--version'])}`,
    mailsOf: (user) =>
      ['new', 'cur'].flatMap((part) => {
        const path = join(folder, 'mail', user, part);
        return readdirSync(path).map((name) => readFileSync(join(path, name), 'latin1'));
      }),
    stop,
  };
}

function own(path: string, user: number): void {
  mkdirSync(path, { recursive: true });
  chownSync(path, user, user);
}

/** Ignores the output, because the server inherits the streams and would keep them open after the start. */
function start(program: string, args: string[]): void {
  const { status } = spawnSync(program, args, { stdio: 'ignore', timeout: 60_000 });
  if (status !== 0) throw new CliError(`${program} ${args.join(' ')} failed: see the logs in the configuration folder`);
}

function run(program: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 60_000 });
  if (status !== 0) throw new CliError(`${program} ${args.join(' ')} failed: ${stdout}${stderr}`);
  return stdout.trim();
}

/** Postfix first accepts unknown recipients, so that it reports failures by email. It reports a delay after 1 s. */
function mainConfiguration(folder: string, remotePort: number): string {
  return Object.entries({
    compatibility_level: '3.6',
    queue_directory: join(folder, 'postfix/queue'),
    data_directory: join(folder, 'postfix/data'),
    daemon_directory: '/usr/lib/postfix/sbin',
    command_directory: '/usr/sbin',
    maillog_file: join(folder, 'postfix/mail.log'),
    maillog_file_prefixes: folder,
    myhostname: 'mx.mail.test',
    mydestination: '',
    mynetworks: '127.0.0.0/8',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    alias_maps: '',
    alias_database: '',
    virtual_mailbox_domains: 'mail.test',
    virtual_mailbox_base: join(folder, 'mail'),
    virtual_mailbox_maps: `inline:{{${BOUNCES} = bounces/},{${EXISTING} = jane/}}`,
    virtual_uid_maps: `static:${MAIL_OWNER}`,
    virtual_gid_maps: `static:${MAIL_OWNER}`,
    smtpd_reject_unlisted_recipient: 'no',
    transport_maps: `inline:{{remote.test = smtp:[127.0.0.1]:${remotePort}}}`,
    smtp_dns_support_level: 'disabled',
    delay_warning_time: '1s',
    minimal_backoff_time: '5s',
    queue_run_delay: '5s',
  })
    .map(([key, value]) => `${key} = ${value}\n`)
    .join('');
}

function services(smtpPort: number): string {
  return `${[
    `127.0.0.1:${smtpPort} inet n - n - - smtpd`,
    'pickup unix n - n 60 1 pickup',
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'rewrite unix - - n - - trivial-rewrite',
    'bounce unix - - n - 0 bounce',
    'defer unix - - n - 0 bounce',
    'trace unix - - n - 0 bounce',
    'flush unix n - n 1000? 0 flush',
    'proxymap unix - - n - - proxymap',
    'smtp unix - - n - - smtp',
    'relay unix - - n - - smtp',
    'error unix - - n - - error',
    'retry unix - - n - - error',
    'local unix - n n - - local',
    'virtual unix - n n - - virtual',
    'anvil unix - - n - 1 anvil',
    'scache unix - - n - 1 scache',
    'postlog unix-dgram n - n - 1 postlogd',
  ].join('\n')}\n`;
}

function dovecotConfiguration(folder: string, imapPort: number): string {
  return `
base_dir = ${join(folder, 'dovecot/run')}
state_dir = ${join(folder, 'dovecot/run')}
log_path = ${join(folder, 'dovecot/dovecot.log')}
protocols = imap
listen = 127.0.0.1
service imap-login {
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${imapPort}
    ssl = yes
  }
}
ssl = required
ssl_cert = <${join(folder, 'dovecot/cert.pem')}
ssl_key = <${join(folder, 'dovecot/key.pem')}
mail_location = maildir:${join(folder, 'mail')}/%n
first_valid_uid = ${MAIL_OWNER}
first_valid_gid = ${MAIL_OWNER}
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${MAIL_OWNER} gid=${MAIL_OWNER} home=${join(folder, 'mail')}/%n
}
`;
}
