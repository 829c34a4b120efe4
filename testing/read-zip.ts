/** For tests: reads the files of a ZIP archive. */
import { text } from 'node:stream/consumers';
import yauzl from 'yauzl';

/** Returns the content of each file by name. @throws Error for an archive that is cut off or damaged. */
export async function readZip(archive: Uint8Array): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const zip = await yauzl.fromBufferPromise(Buffer.from(archive));
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  return files;
}
