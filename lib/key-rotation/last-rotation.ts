import { json, prisma } from '#lib/postgres/db.ts';

/** The result of the last complete `npm run keys:rotate`, in the table `settings`. */
const KEY = 'key_rotation';

export interface KeyRotation {
  /** The ID of the key that encrypts all readable values. */
  key: string;
  /** The number of values that could not be decrypted, so that they are still encrypted with another key. */
  unreadable: number;
  /** The time in ISO 8601. */
  finishedAt: string;
}

export async function recordRotation(done: Omit<KeyRotation, 'finishedAt'>, now = new Date()): Promise<void> {
  const value = json({ ...done, finishedAt: now.toISOString() } satisfies KeyRotation);
  await prisma().setting.upsert({ where: { key: KEY }, create: { key: KEY, value }, update: { value } });
}

export async function readLastRotation(): Promise<KeyRotation | undefined> {
  const row = await prisma().setting.findFirst({ where: { key: KEY } });
  return row?.value as KeyRotation | undefined;
}
