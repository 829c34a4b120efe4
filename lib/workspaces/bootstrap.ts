import { randomBytes } from 'node:crypto';
import { keyHint, newApiKey } from '#lib/api-keys/key.ts';
import { CREDENTIAL, hashPassword, verifyPassword } from '#lib/auth/password.ts';
import { sha256Hex } from '#lib/crypto.ts';
import { env } from '#lib/env.ts';
import { defaultColor } from '#lib/environments/colors.ts';
import { insertEnvironment } from '#lib/environments/insert.ts';
import { inOrder } from '#lib/environments/order.ts';
import { newId } from '#lib/id.ts';
import { json, lock, prisma, transaction } from '#lib/postgres/db.ts';

export interface Workspace {
  adminEmail: string;
  /** Whether ADMIN_PASSWORD (or `adminPassword`) is still the password of ADMIN_EMAIL. */
  passwordIsInitial: boolean;
  /** Whether BOOTSTRAP_API_KEY (or `apiKey`) is accepted. */
  apiKeyIsActive: boolean;
  /** The generated password, if no environment variable contains one. Shown only once. */
  adminPassword?: string;
  apiKey?: string;
}

/** The records that were created once. They are never created again, even after their removal. */
interface Bootstrapped {
  organizationId: string;
  admins: Record<string, string>;
  /** The hashes of the keys. The key of a deleted environment must never open another environment. */
  keyHashes?: string[];
}

/**
 * Creates the first workspace: an organization, Development and Production, the administrator as owner, and an API key
 * for the first environment. Later runs change nothing, with two exceptions. A new `ADMIN_EMAIL` or `BOOTSTRAP_API_KEY`
 * is added. A new `ADMIN_PASSWORD` replaces the password, unless the password was changed in the dashboard.
 */
export async function bootstrapWorkspace(): Promise<Workspace> {
  return transaction(async () => {
    await lock('bootstrap');
    const known = await readBootstrapped();
    const organizationId = known?.organizationId ?? (await createOrganization());
    const admins = known?.admins ?? {};
    const admin = await ensureAdmin(organizationId, admins);
    const { keyHash, ...key } = await ensureApiKey(organizationId, known);
    await saveBootstrapped({
      organizationId,
      admins: { ...admins, [env().ADMIN_EMAIL.toLowerCase()]: admin.userId },
      keyHashes: [...new Set([...(known?.keyHashes ?? []), ...(keyHash ? [keyHash] : [])])],
    });
    return { adminEmail: env().ADMIN_EMAIL, ...admin.result, ...key };
  });
}

async function readBootstrapped(): Promise<Bootstrapped | undefined> {
  const setting = await prisma().setting.findFirst({ where: { key: 'bootstrap' } });
  return setting?.value as Bootstrapped | undefined;
}

async function saveBootstrapped(bootstrapped: Bootstrapped): Promise<void> {
  const value = json(bootstrapped);
  await prisma().setting.upsert({
    where: { key: 'bootstrap' },
    create: { key: 'bootstrap', value },
    update: { value },
  });
}

async function createOrganization(): Promise<string> {
  const organizationId = newId();
  await prisma().organization.create({ data: { id: organizationId, name: 'My organization' } });
  for (const [position, name] of ['Development', 'Production'].entries()) {
    const slug = name.toLowerCase();
    const color = defaultColor(slug === 'production' ? 'prod' : 'dev');
    await insertEnvironment({ organizationId, name, slug, type: slug, color, position });
  }
  return organizationId;
}

interface AdminResult {
  userId: string;
  result: Pick<Workspace, 'passwordIsInitial' | 'adminPassword'>;
}

async function ensureAdmin(organizationId: string, admins: Record<string, string>): Promise<AdminResult> {
  const email = env().ADMIN_EMAIL.toLowerCase();
  const user = await findUser(email);
  const earlier = admins[email];
  if (!user && earlier === undefined) return createAdmin(organizationId, email);
  const password = env().ADMIN_PASSWORD;
  const userId = user?.id ?? earlier ?? '';
  const matches = async () => password !== undefined && !!user?.hash && verifyPassword({ hash: user.hash, password });
  if (await matches()) return { userId, result: { passwordIsInitial: true } };
  const mayReplace = user?.id === earlier && user?.hash && !user.passwordChangedAt && password !== undefined;
  if (mayReplace) await replacePassword(userId, password);
  return { userId, result: { passwordIsInitial: !!mayReplace } };
}

async function findUser(email: string) {
  const include = { accounts: { where: { providerId: CREDENTIAL } } };
  const user = await prisma().user.findFirst({ where: { email }, include });
  return user && { ...user, hash: user.accounts[0]?.password };
}

async function createAdmin(organizationId: string, email: string): Promise<AdminResult> {
  const userId = newId();
  const password = env().ADMIN_PASSWORD ?? randomBytes(12).toString('base64url');
  const hash = await hashPassword(password);
  await prisma().user.create({
    data: {
      id: userId,
      name: 'Admin',
      firstName: 'Admin',
      email,
      emailVerified: true,
      accounts: { create: { id: newId(), accountId: userId, providerId: CREDENTIAL, password: hash } },
      members: { create: { id: newId(), organizationId, role: 'owner' } },
    },
  });
  const made = env().ADMIN_PASSWORD === undefined ? { adminPassword: password } : {};
  return { userId, result: { passwordIsInitial: true, ...made } };
}

async function replacePassword(userId: string, password: string): Promise<void> {
  const data = { password: await hashPassword(password) };
  await prisma().account.updateMany({ where: { userId, providerId: CREDENTIAL }, data });
  await prisma().session.deleteMany({ where: { userId } });
}

interface KeyResult extends Pick<Workspace, 'apiKey' | 'apiKeyIsActive'> {
  keyHash?: string;
}

async function ensureApiKey(organizationId: string, known: Bootstrapped | undefined): Promise<KeyResult> {
  const include = { _count: { select: { apiKeys: true } } };
  const first = await prisma().environment.findFirst({ where: { organizationId }, orderBy: inOrder, include });
  const given = env().BOOTSTRAP_API_KEY;
  const wasGenerated = given === undefined && (known?.keyHashes?.length ?? first?._count.apiKeys ?? 0) > 0;
  if (!first || wasGenerated) return { apiKeyIsActive: false };
  const key = given ?? newApiKey();
  const hash = sha256Hex(key);
  const stored = await prisma().apiKey.findFirst({ where: { hash } });
  if (stored) return { apiKeyIsActive: stored.revokedAt === null, keyHash: hash };
  if (known?.keyHashes?.includes(hash)) return { apiKeyIsActive: false };
  await prisma().apiKey.create({
    data: { id: newId(), environmentId: first.id, name: 'First key', hash, hint: keyHint(key) },
  });
  return { apiKeyIsActive: true, keyHash: hash, ...(given === undefined && { apiKey: key }) };
}
