import { randomBytes } from 'node:crypto';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { keyHint, newApiKey } from '#lib/api-keys/key.ts';
import { sha256Hex } from '#lib/crypto.ts';
import { execute, transaction } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { newId } from '#lib/id.ts';

export interface Workspace {
  adminEmail: string;
  /** Whether ADMIN_PASSWORD (or `adminPassword`) still signs ADMIN_EMAIL in. */
  passwordIsInitial: boolean;
  /** Whether BOOTSTRAP_API_KEY (or `apiKey`) is accepted. */
  apiKeyIsActive: boolean;
  /** Made up just now, because the environment names none; shown this once. */
  adminPassword?: string;
  apiKey?: string;
}

/** What was made once and is not made again, even when somebody removed it since. */
interface Bootstrapped {
  organizationId: string;
  admins: Record<string, string>;
}

/**
 * The first workspace: organization, Development and Production, the administrator as owner and the first
 * environment's API key. Doing it again changes nothing, with two exceptions: an e-mail address or key that the
 * environment names for the first time is added, and a new ADMIN_PASSWORD replaces the old one as long as nobody has
 * changed it in the dashboard.
 */
export async function bootstrapWorkspace(): Promise<Workspace> {
  return transaction(async () => {
    await execute("SELECT pg_advisory_xact_lock(hashtext('belfry bootstrap'))");
    const known = await readBootstrapped();
    const organizationId = known?.organizationId ?? (await createOrganization());
    const admins = known?.admins ?? {};
    const admin = await ensureAdmin(organizationId, admins);
    await saveBootstrapped({ organizationId, admins: { ...admins, [env().ADMIN_EMAIL.toLowerCase()]: admin.userId } });
    const key = await ensureApiKey(organizationId);
    return { adminEmail: env().ADMIN_EMAIL, ...admin.result, ...key };
  });
}

async function readBootstrapped(): Promise<Bootstrapped | undefined> {
  const [row] = await execute<{ value: Bootstrapped }>("SELECT value FROM settings WHERE key = 'bootstrap'");
  return row?.value;
}

async function saveBootstrapped(value: Bootstrapped): Promise<void> {
  await execute(
    `INSERT INTO settings (key, value) VALUES ('bootstrap', $1) ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`,
    [JSON.stringify(value)],
  );
}

async function createOrganization(): Promise<string> {
  const organizationId = newId();
  await execute('INSERT INTO organizations (id, name) VALUES ($1, $2)', [organizationId, 'My organization']);
  for (const [position, name] of ['Development', 'Production'].entries()) {
    const id = newId();
    const slug = name.toLowerCase();
    await execute(
      'INSERT INTO environments (id, organization_id, name, slug, type, position) VALUES ($1, $2, $3, $4, $4, $5)',
      [id, organizationId, name, slug, position],
    );
    await execute("INSERT INTO notification_groups (id, environment_id, name) VALUES ($1, $2, 'General')", [
      newId(),
      id,
    ]);
  }
  return organizationId;
}

interface AdminResult {
  userId: string;
  result: Pick<Workspace, 'passwordIsInitial' | 'adminPassword'>;
}

async function ensureAdmin(organizationId: string, admins: Record<string, string>): Promise<AdminResult> {
  const email = env().ADMIN_EMAIL.toLowerCase();
  const [user] = await execute<{ id: string; changed: boolean; hash: string | null }>(
    `SELECT u.id, u.password_changed_at IS NOT NULL AS changed, a.password AS hash
     FROM users u LEFT JOIN accounts a ON a.user_id = u.id AND a.provider_id = 'credential' WHERE u.email = $1`,
    [email],
  );
  const earlier = admins[email];
  if (!user && earlier === undefined) return createAdmin(organizationId, email);
  const password = env().ADMIN_PASSWORD;
  const userId = user?.id ?? earlier ?? '';
  const matches = async () => password !== undefined && !!user?.hash && verifyPassword({ hash: user.hash, password });
  if (await matches()) return { userId, result: { passwordIsInitial: true } };
  const mayReplace = user?.id === earlier && user?.hash && !user.changed && password !== undefined;
  if (mayReplace) await replacePassword(userId, password);
  return { userId, result: { passwordIsInitial: !!mayReplace } };
}

async function createAdmin(organizationId: string, email: string): Promise<AdminResult> {
  const userId = newId();
  const password = env().ADMIN_PASSWORD ?? randomBytes(12).toString('base64url');
  await execute(
    `INSERT INTO users (id, name, first_name, last_name, email, email_verified) VALUES ($1, 'Admin', 'Admin', NULL, $2, true)`,
    [userId, email],
  );
  await execute(
    `INSERT INTO accounts (id, account_id, provider_id, user_id, password) VALUES ($1, $2, 'credential', $2, $3)`,
    [newId(), userId, await hashPassword(password)],
  );
  await execute(`INSERT INTO members (id, organization_id, user_id, role) VALUES ($1, $2, $3, 'owner')`, [
    newId(),
    organizationId,
    userId,
  ]);
  const made = env().ADMIN_PASSWORD === undefined ? { adminPassword: password } : {};
  return { userId, result: { passwordIsInitial: true, ...made } };
}

async function replacePassword(userId: string, password: string): Promise<void> {
  await execute(
    `UPDATE accounts SET password = $2, updated_at = now() WHERE user_id = $1 AND provider_id = 'credential'`,
    [userId, await hashPassword(password)],
  );
  await execute('DELETE FROM sessions WHERE user_id = $1', [userId]);
}

async function ensureApiKey(organizationId: string): Promise<Pick<Workspace, 'apiKey' | 'apiKeyIsActive'>> {
  const [first] = await execute<{ id: string; keys: number }>(
    `SELECT e.id, (SELECT count(*)::int FROM api_keys k WHERE k.environment_id = e.id) AS keys
     FROM environments e WHERE e.organization_id = $1 ORDER BY e.position, e.id LIMIT 1`,
    [organizationId],
  );
  const given = env().BOOTSTRAP_API_KEY;
  if (!first || (given === undefined && first.keys > 0)) return { apiKeyIsActive: false };
  const key = given ?? newApiKey();
  const [row] = await execute<{ active: boolean }>(
    `INSERT INTO api_keys AS k (id, environment_id, name, hash, hint) VALUES ($1, $2, 'First key', $3, $4)
     ON CONFLICT (hash) DO UPDATE SET name = k.name RETURNING revoked_at IS NULL AS active`,
    [newId(), first.id, sha256Hex(key), keyHint(key)],
  );
  return { apiKeyIsActive: row?.active ?? false, ...(given === undefined && { apiKey: key }) };
}
