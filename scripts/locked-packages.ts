/** The fields of package-lock.json that determine which packages are needed, and their licences. */
export interface Lockfile {
  packages: Record<string, LockedPackage>;
}

export interface LockedPackage {
  version: string;
  license?: string;
  dev?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** Returns the package of a specifier or path: `@scope/name` for `@scope/name/part.js`. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/**
 * Returns the paths of the given packages and of all their dependencies that npm installs. Packages with omitted names
 * are excluded.
 */
export function packagesBelow(
  names: readonly string[],
  { packages }: Lockfile,
  isOmitted: (name: string) => boolean = () => false,
): string[] {
  const found = new Set(names.map((name) => `node_modules/${name}`).filter((path) => packages[path]));
  for (const path of found) {
    const below = dependenciesOf(packages[path]).filter((name) => !isOmitted(name));
    for (const name of below) {
      const resolved = resolveFrom(path, name, packages);
      if (resolved) found.add(resolved);
    }
  }
  return [...found].sort();
}

function dependenciesOf(entry: LockedPackage | undefined): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = entry ?? {};
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers];
}

/** Returns the path at which Node finds a package from another package: in the nearest `node_modules` upwards. */
function resolveFrom(path: string, name: string, packages: Lockfile['packages']): string | undefined {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const candidate = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`;
    if (packages[candidate]) return candidate;
    if (!folder) return undefined;
  }
}
