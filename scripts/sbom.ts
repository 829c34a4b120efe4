import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runMain } from './cli-error.ts';
import { readSources } from './import-graph.ts';
import { licencesOf } from './licences.ts';
import type { Lockfile } from './locked-packages.ts';
import { root } from './sources.ts';

export interface Sbom {
  bomFormat: string;
  metadata: { component: { name: string; purl: string } };
  components: { 'bom-ref': string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/**
 * Returns the software bill of materials (CycloneDX) of the packages that users get. It is filtered from npm's document
 * for all packages, because npm's `--omit=dev` also omits packages that both production and development packages need.
 */
export function releaseSbom(): Sbom {
  const all = JSON.parse(
    execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    }),
  ) as Sbom;
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile;
  const shipped = licencesOf(lockfile, readSources()).filter(({ isShipped }) => isShipped);
  const kept = new Set(shipped.map(({ name, version }) => `${name}@${version}`));
  const { component } = all.metadata;
  const isKept = (ref: string) => kept.has(ref) || ref === refOf(component);
  return {
    ...all,
    // Replaces npm's name for the project, which is the name of the folder.
    metadata: { ...all.metadata, component: { ...component, name: 'belfry' } },
    components: all.components.filter((each) => isKept(refOf(each))),
    dependencies: all.dependencies
      .filter(({ ref }) => isKept(ref))
      .map((each) => ({ ...each, dependsOn: each.dependsOn.filter(isKept) })),
  };
}

function refOf(component: object): string {
  return 'bom-ref' in component ? String(component['bom-ref']) : '';
}

if (import.meta.main) await runMain(async () => console.log(JSON.stringify(releaseSbom(), undefined, 2)));
