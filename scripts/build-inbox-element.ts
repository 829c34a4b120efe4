import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { en, type TextKey, type Texts } from '#lib/inbox-element/english.ts';
import { de } from '#lib/inbox-element/german.ts';
import { STYLE } from '#lib/inbox-element/style.ts';
import { CliError, runMain } from './cli-error.ts';
import { precompress } from './precompress.ts';
import { hashSources, root } from './sources.ts';

/** The limit of the bundle in bytes, compressed with gzip. */
export const MAX_ELEMENT_BYTES = 25_000;

const folder = join(root, 'public', 'embed');
const NAME = 'belfry-inbox';
const factsFile = join(folder, `${NAME}.json`);

const wanted = () =>
  hashSources([
    'lib/inbox-element',
    'lib/rendering/sent-text.ts',
    'lib/time/durations.ts',
    'package-lock.json',
    'scripts/build-inbox-element.ts',
  ]);

/**
 * Builds `<belfry-inbox>` if its sources changed: `belfry-inbox.js` always has the newest version, and
 * `belfry-inbox-<hash>.js` never changes. `belfry-inbox.json` contains the address and the integrity of the file with
 * the hash.
 *
 * @throws CliError if the bundle exceeds its limit, or if it needs a package.
 */
export async function buildInboxElement(): Promise<void> {
  const sources = wanted();
  if (existsSync(factsFile) && JSON.parse(readFileSync(factsFile, 'utf8')).sources === sources) return;
  const code = await bundle();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const version = createHash('sha256').update(code).digest('hex').slice(0, 12);
  const integrity = `sha384-${createHash('sha384').update(code).digest('base64')}`;
  writeFileSync(join(folder, `${NAME}.js`), code);
  writeFileSync(join(folder, `${NAME}-${version}.js`), code);
  await precompress(folder);
  // Written last, because this file marks the folder as complete.
  const facts = { script: `/embed/${NAME}-${version}.js`, integrity, sources };
  writeFileSync(factsFile, `${JSON.stringify(facts)}\n`);
}

/** Modules that the build replaces by shorter ones, because rolldown leaves texts and the keys of objects unchanged. */
const SHORT: Record<string, () => string> = {
  'style.ts': () => `export const STYLE = ${JSON.stringify(shortStyle(STYLE))};`,
  'german.ts': () => `import { en } from './english.ts';\nexport const de = ${textsAsList(de)};`,
};

/**
 * Properties that only the code of the element reads. The build shortens their names. Names of the DOM, of the API, of
 * texts, of attributes and of events stay.
 */
export const OWN_NAMES =
  'address announce call client closed closes destroy draw element emit entry expect focusPanel forget generation ' +
  'hasTail hint hurry identity isAnchoredTo isBold isChosen isDangerous isItalic isLocked isOn isOpen ' +
  'isStarted isTemporary isUndo item items listener load loadMore markSeen model notify notifyFailure onArrival ' +
  'onChange onConnected onCount onError onEvent onFailed onRefused onState openMenu opens outdated pause phase ' +
  'place popup problem reconnected renew retryAfterMs run session setItems stop tabCounts toggleMenu ' +
  'updateAges wake whole';

/** Long names of classes, which the build shortens. Pages can style parts, not classes. */
export const OWN_CLASSES =
  'day-name fold-body fold-name fold-place foot-line form-buttons icon-button next-day ' +
  'pill-place problem-place state-hint state-icon state-title view-button';

/** Returns the code of a table of texts without its keys. The keys come from the English table. */
function textsAsList(table: Texts): string {
  const texts = (Object.keys(en) as TextKey[]).map((key) => table[key]);
  return `((texts) => Object.fromEntries(Object.keys(en).map((key, at) => [key, texts[at]])))(${JSON.stringify(texts)})`;
}

/** A custom property that pages do not set. */
const OWN_PROPERTY = /--_[\w-]+/g;

/**
 * Shortens custom properties in a style sheet, and removes comments and spaces that have no meaning. A space before a colon or a bracket separates
 * selectors, and a space around an operator is part of `calc()`, so these spaces remain.
 */
export function shortStyle(text: string): string {
  const names = [...new Set(text.match(OWN_PROPERTY))];
  return text
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>!]) ?/g, '$1')
    .replaceAll(': ', ':')
    .replaceAll(';}', '}')
    .replace(OWN_PROPERTY, (name) => `--_${names.indexOf(name).toString(36)}`)
    .trim();
}

async function bundle(): Promise<string> {
  const build = await rolldown({
    input: join(root, 'lib', 'inbox-element', 'index.ts'),
    platform: 'browser',
    // Imports of packages stay external, and then fail the build: the element runs in pages of other sites, so adding a
    // package must be a deliberate decision.
    external: (id) => !/^(?:[./]|#lib\/)/.test(id),
    transform: { target: 'es2022' },
    plugins: [{ name: 'short-modules', transform: (_, id) => SHORT[basename(id)]?.() ?? null }],
  });
  const mangleProps = { include: new RegExp(`^(?:${OWN_NAMES.replaceAll(' ', '|')})$`) };
  const minify = { mangle: true, compress: true, codegen: true, mangleProps };
  const { output } = await build.generate({ format: 'esm', minify, codeSplitting: false, comments: false });
  await build.close();
  const [{ imports, ...chunk }] = output;
  const classes = OWN_CLASSES.split(' ');
  const code = classes.reduce((text, name, at) => text.replaceAll(name, `_${at.toString(36)}`), chunk.code);
  if (imports.length > 0) throw new CliError(`The inbox element imports ${imports.join(', ')}.`);
  const bytes = gzipSync(code, { level: 9 }).length;
  if (bytes > MAX_ELEMENT_BYTES)
    throw new CliError(`The inbox element has ${bytes} bytes with gzip, but may have at most ${MAX_ELEMENT_BYTES}.`);
  return code;
}

if (import.meta.main) await runMain(buildInboxElement);
