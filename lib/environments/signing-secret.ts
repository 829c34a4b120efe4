import { randomBytes } from 'node:crypto';
import { decrypt, encrypt } from '#lib/crypto.ts';
import { prisma } from '#lib/db.ts';

const CACHE_SIZE = 1_000;
const known = new Map<string, { stored: string; secret: string }>();

/** The secret that requests of this environment are signed with. Made when it is first needed. */
export async function signingSecret(environmentId: string): Promise<string> {
  const stored = (await storedSecret(environmentId)) ?? (await firstSecret(environmentId));
  const cached = known.get(environmentId);
  if (cached?.stored === stored) return cached.secret;
  const secret = decrypt(stored, contextOf(environmentId));
  if (known.size >= CACHE_SIZE) known.clear();
  known.set(environmentId, { stored, secret });
  return secret;
}

async function storedSecret(id: string): Promise<string | undefined> {
  const row = await prisma().environment.findFirst({ where: { id }, select: { signingSecret: true } });
  return row?.signingSecret ?? undefined;
}

/** Two processes that need it first agree on one. */
async function firstSecret(id: string): Promise<string> {
  const signingSecret = encrypt(randomBytes(32).toString('hex'), contextOf(id));
  await prisma().environment.updateMany({ where: { id, signingSecret: null }, data: { signingSecret } });
  const stored = await storedSecret(id);
  if (stored === undefined) throw new Error(`The environment ${id} is gone`);
  return stored;
}

function contextOf(environmentId: string): string {
  return `environments:${environmentId}:signing_secret`;
}
