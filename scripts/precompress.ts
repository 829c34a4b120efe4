import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const LEAST_BYTES = 1024;

/** Puts `.br` and `.gz` beside each text file below the folder, as small as they get, for the front to send. */
export async function precompress(folder: string): Promise<void> {
  const packed: Promise<unknown>[] = [];
  for await (const name of glob('**/*.{js,css,json,svg,txt}', { cwd: folder }))
    packed.push(packFile(join(folder, name)));
  await Promise.all(packed);
}

async function packFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < LEAST_BYTES) return;
  const [small, usual] = await Promise.all([
    brotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, usual)]);
}
