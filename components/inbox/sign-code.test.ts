import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { newApiKey } from '#lib/api-keys/key.ts';
import { sha256Hex } from '#lib/crypto.ts';
import { provingKey } from '#lib/inbox-sessions/hmac.ts';
import { SIGN_CODE } from './sign-code.ts';

const folder = mkdtempSync(join(tmpdir(), 'belfry-sign-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => void vi.unstubAllEnvs());

/** Contains non-ASCII characters, which each language has to encode as UTF-8. */
const SUBSCRIBER = 'jürgen-日本@example.com';

/** For each language: the command that runs the code, and the call that prints the hash of the argument. */
const PROGRAMS: Record<keyof typeof SIGN_CODE, { command: string; version: string; file: string; code: string }> = {
  'Node.js': {
    ...{ command: 'node', version: '--version', file: 'sign.mjs' },
    code: `${SIGN_CODE['Node.js']}\nconsole.log(subscriberHash(process.argv[2]));`,
  },
  Python: {
    ...{ command: 'python3', version: '--version', file: 'sign.py' },
    code: `${SIGN_CODE.Python}\n\nimport sys\nprint(subscriber_hash(sys.argv[1]))`,
  },
  Go: {
    ...{ command: 'go', version: 'version', file: 'sign.go' },
    code: `${SIGN_CODE.Go.replace('package inbox', 'package main').replace('"os"', '"fmt"\n\t"os"')}
func main() { fmt.Println(SubscriberHash(os.Args[1])) }`,
  },
  PHP: {
    ...{ command: 'php', version: '--version', file: 'sign.php' },
    code: `${SIGN_CODE.PHP}\necho subscriber_hash($argv[1]);`,
  },
  Ruby: {
    ...{ command: 'ruby', version: '--version', file: 'sign.rb' },
    code: `${SIGN_CODE.Ruby}\nputs subscriber_hash(ARGV[0])`,
  },
};

for (const [name, { command, version, file, code }] of Object.entries(PROGRAMS)) {
  const isInstalled = spawnSync(command, [version]).status === 0;
  test.skipIf(!isInstalled)(`the code for ${name} makes a hash that Belfry accepts`, { timeout: 60_000 }, () => {
    const path = join(folder, file);
    writeFileSync(path, code);
    const key = newApiKey();
    vi.stubEnv('BELFRY_KEY', key);
    const args = [...(command === 'go' ? ['run'] : []), path, SUBSCRIBER];
    const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
    const keys = [{ id: 'its', hash: sha256Hex(key) }];
    expect(provingKey(keys, SUBSCRIBER, stdout.trim()), stderr).toBe('its');
    expect(provingKey(keys, 'another', stdout.trim())).toBeUndefined();
  });
}

test('no code contains a key', () => {
  for (const code of Object.values(SIGN_CODE)) expect(code).toContain('BELFRY_KEY');
});
