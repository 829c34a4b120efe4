/** Exports all data of one person as a ZIP of JSON files. docs/personal-data.md describes the files. */
import { Readable } from 'node:stream';
import yazl from 'yazl';
import type { Ctx } from '#lib/api/context.ts';
import { audit } from '#lib/audit-log/service.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { findAllHolders, subscriberNotFound } from './find.ts';
import { PERSONAL_FILES, type Person } from './personal-files.ts';

/** The version of the files’ shapes. */
const FORMAT = 1;

/**
 * Streams a ZIP of all data about a subscriber, including sensitive content. The subscriber may be deleted. The files are
 * read in batches, only as fast as the client reads, so that memory does not depend on their size. The manifest is the
 * last file: an archive without a manifest is incomplete.
 *
 * @throws ApiError `not_found` if nothing is stored under the `subscriberId`.
 */
export async function exportSubscriber(ctx: Ctx, subscriberId: string): Promise<Response> {
  const { environmentId } = ctx;
  const ids = await findAllHolders(environmentId, subscriberId);
  const [id] = ids;
  if (id === undefined) subscriberNotFound(subscriberId);
  await transaction(() =>
    audit(ctx, {
      ...{ action: 'personal-data.export', resourceType: 'subscribers', resourceId: id, resourceLabel: subscriberId },
    }),
  );
  const body = Readable.toWeb(archive({ ctx, environmentId, subscriberId, ids })) as ReadableStream<Uint8Array>;
  return new Response(body, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="subscriber-${new Date().toISOString().slice(0, 10)}.zip"`,
      'cache-control': 'no-store',
    },
  });
}

function archive(person: Person): Readable {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  const at = new Date();
  const records: Record<string, number> = {};
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  let current: Readable | undefined;
  // A client that disconnects ends the reading.
  output.once('close', () => current?.destroy());
  const add = (name: string, read: () => AsyncGenerator<string>) =>
    zip.addReadStreamLazy(name, { mtime: at, mode: 0o100644 }, (done) => {
      const content = Readable.from(read(), { objectMode: false });
      content.on('error', fail);
      current = content;
      done(null, content);
    });
  for (const { name, read } of PERSONAL_FILES)
    add(name, () => jsonArray(read(person), (count) => Object.assign(records, { [name]: count })));
  add('manifest.json', () => manifest(person, at, records));
  zip.on('error', fail);
  zip.end();
  return output;
}

/** Returns the text of a JSON array, one record per line. */
async function* jsonArray(
  batches: AsyncGenerator<unknown[], undefined>,
  onEnd: (count: number) => void,
): AsyncGenerator<string> {
  let count = 0;
  yield '[';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield batch.map((record, at) => `${count + at > 0 ? ',' : ''}\n${JSON.stringify(record, plain)}`).join('');
    count += batch.length;
  }
  yield count > 0 ? '\n]\n' : ']\n';
  onEnd(count);
}

/** Large integers, which JSON readers would round, become texts. */
function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

async function* manifest(person: Person, at: Date, records: Record<string, number>): AsyncGenerator<string> {
  const { environmentId, subscriberId, ids } = person;
  if ((await findAllHolders(environmentId, subscriberId)).length === 0)
    throw new Error('The subscriber was erased during the export');
  const environment = await prisma().environment.findFirstOrThrow({
    where: { id: environmentId },
    select: { id: true, name: true },
  });
  const { id, name } = environment;
  const exported = { format: FORMAT, subscriberId, _subscriberIds: ids, environment: { _id: id, name } };
  yield `${JSON.stringify({ ...exported, exportedAt: at.toISOString(), records }, null, 2)}\n`;
}
