import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { root } from '#scripts/sources.ts';

/** Versions of the official packages, and the package of this repository through which each is resolved. */
const PACKAGES = { '3.19.2': '@novu/react', '3.13.0': 'novu-react-3-13' } as const;
export type Version = keyof typeof PACKAGES;
export const VERSIONS = Object.keys(PACKAGES) as Version[];

/** The options that a customer passes to the packages. */
export interface InboxOptions {
  applicationIdentifier: string;
  subscriber: string;
  backendUrl: string;
  socketUrl?: string;
  socketOptions?: { reconnectionDelayMax: number };
}

/** `react`: the component. `hooks`: a provider with hooks. `module`: without React. `headless`: only `window.novu`. */
export interface PageOptions {
  kind: 'react' | 'hooks' | 'module' | 'headless';
  inbox: InboxOptions;
}

export interface CustomerPages {
  origin: string;
  /** Returns the URL of a page with one version of the packages. */
  address(version: Version, options: PageOptions): string;
  /** Returns the URL of a page that contains this HTML. */
  addressOf(html: string): string;
  /** Returns the URL of a page that runs this code. */
  addressOfCode(code: string): Promise<string>;
  stop(): void;
}

/** Serves the page of a customer, bundled once per version, on a separate origin. */
export async function startCustomerPages(): Promise<CustomerPages> {
  const files = new Map<string, string>();
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', url.endsWith('.js') ? 'text/javascript' : 'text/html');
    response.end(files.get(url));
  });
  const add = (content: string, end = '') => {
    const path = `/${files.size}${end}`;
    files.set(path, content);
    return path;
  };
  const withScript = (code: string) => add(pageWith(`<script type="module" src="${add(code, '.js')}"></script>`));
  const paths = new Map<Version, string>();
  for (const version of VERSIONS) paths.set(version, withScript(await bundle(PAGE, PACKAGES[version])));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    address: (version, options) => `${origin}${paths.get(version)}#${encodeURIComponent(JSON.stringify(options))}`,
    addressOf: (html) => origin + add(pageWith(html)),
    addressOfCode: async (code) => origin + withScript(await bundle(CODE, PACKAGES['3.19.2'], code)),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const PAGE = join(root, 'e2e', 'customer-page', 'page.tsx');
/** The path of a file that does not exist. The bundler gets the code as its content. */
const CODE = join(root, 'e2e', 'customer-page', 'code.js');

const pageWith = (html: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<link rel="icon" href="data:,"></head><body><main><h1>Shop</h1><div id="root"></div>${html}</main></body></html>`;

async function bundle(entry: string, installed: string, code?: string): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [resolvedThrough(installed), ...(code === undefined ? [] : [contentOf(entry, code)])],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ['es'], fileName: 'page' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [output] = built as Rolldown.RolldownOutput[];
  const chunk = output?.output.find(({ type }) => type === 'chunk');
  if (chunk?.type !== 'chunk') throw new Error('There is no bundle');
  return chunk.code;
}

/** Resolves the page’s official packages to one installed version. */
function resolvedThrough(installed: string): Plugin {
  return {
    name: 'version',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!importer?.includes('customer-page') || !source.startsWith('@novu/')) return;
      if (source === '@novu/react') return this.resolve(installed, importer, { skipSelf: true });
      return this.resolve(source, join(root, 'node_modules', installed, 'package.json'), { skipSelf: true });
    },
  };
}

function contentOf(file: string, code: string): Plugin {
  return {
    name: 'code',
    enforce: 'pre',
    resolveId: (source) => (source === file ? file : undefined),
    load: (id) => (id === file ? code : undefined),
  };
}
