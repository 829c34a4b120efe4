import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { variableNames } from '#lib/env.ts';
import { manifestsIn, readYaml } from '#testing/manifests.ts';
import { root } from './sources.ts';
import { programs } from './supervise.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const commands = [...read('deploy/image/belfry.sh').matchAll(/^ {2}(\w+)\) exec/gm)].map(([, name]) => name);
const imagePorts = [...read('Containerfile').matchAll(/[ _]PORT=(\d+)/g)].map(([, port]) => Number(port));
const isInstalled = (tool: string) => spawnSync(tool, ['--version']).error === undefined;

describe('compose.yaml', () => {
  interface Service {
    image: string;
    command?: string[];
    environment: Record<string, string>;
    volumes?: string[];
    [key: string]: unknown;
  }
  const text = read('compose.yaml');
  const { services, volumes } = readYaml<{ services: Record<string, Service>; volumes: object }>('compose.yaml');
  const own = Object.values(services).filter(({ image }) => image.includes('belfry:'));

  test('runs the image of this version, confined, with commands that it has', () => {
    expect(own.map(({ command }) => command?.[0])).toEqual(['migrate', 'web', 'worker']);
    for (const service of own) {
      expect(service.image).toBe(`\${BELFRY_IMAGE:-belfry:${version}}`);
      expect(service).toMatchObject({ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] });
      expect(commands).toContain(service.command?.[0]);
    }
  });

  test('gives Belfry variables that exist', () => {
    const names = own.flatMap(({ environment }) => Object.keys(environment));
    expect(names.filter((name) => !(variableNames as string[]).includes(name))).toEqual([]);
  });

  test('mounts files that exist, and volumes that it declares', () => {
    const sources = Object.values(services).flatMap(({ volumes = [] }) =>
      volumes.map((each) => each.split(':')[0] ?? ''),
    );
    const files = sources.filter((source) => source.startsWith('.'));
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(sources.filter((source) => !source.startsWith('.'))).toEqual(Object.keys(volumes));
  });

  test('requires only variables that the first step of docs/install.md sets', () => {
    const required = new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name));
    const env = /cat > \.env <<EOF\n(.*?)\nEOF/s.exec(read('docs/install.md'))?.[1] ?? '';
    const set = env.split('\n').map((line) => line.split('=')[0]);
    expect([...required].filter((name) => !set.includes(name))).toEqual([]);
  });
});

describe('deploy/kubernetes', () => {
  const files = globSync('deploy/kubernetes/**/*.yaml', { cwd: root });
  const kustomizations = files.filter((file) => basename(file) === 'kustomization.yaml');
  const resources = kustomizations.flatMap((file) => {
    const { resources = [] } = readYaml<{ resources?: string[] }>(file);
    return resources.map((each) => relative(root, join(root, dirname(file), each)));
  });
  const manifests = resources.filter((path) => path.endsWith('.yaml')).flatMap((path) => manifestsIn(read(path)));
  const workloads = manifests.filter(({ kind }) => ['Deployment', 'Job'].includes(kind));
  const containers = workloads.flatMap(({ spec }) => spec.template.spec.containers);

  test('uses every manifest in a kustomization', () => {
    const unused = files.filter((file) => !kustomizations.includes(file) && !resources.includes(file));
    expect(unused).toEqual(['deploy/kubernetes/components/autoscaling/metric-rule.yaml']);
    expect(resources.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('starts commands of the image, on its ports', () => {
    expect(containers.map(({ args }) => args[0])).toEqual(['migrate', 'web', 'worker']);
    const ports = containers.flatMap(({ ports = [] }) =>
      ports.map((each: { containerPort: number }) => each.containerPort),
    );
    expect(ports).toEqual(imagePorts);
  });

  test('confines every container, and gives it more time to stop than it needs', () => {
    for (const { spec } of workloads) {
      expect(spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
      expect(spec.template.spec.containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
    const deployments = workloads.filter(({ kind }) => kind === 'Deployment');
    const pause = (container: { lifecycle?: { preStop: { sleep: { seconds: number } } } }) =>
      container.lifecycle?.preStop.sleep.seconds ?? 0;
    for (const { spec } of deployments)
      expect(
        spec.template.spec.terminationGracePeriodSeconds - pause(spec.template.spec.containers[0]),
      ).toBeGreaterThan(10);
  });

  test('probes addresses that the programs serve', () => {
    const paths = containers.flatMap(({ startupProbe, readinessProbe, livenessProbe }) =>
      [startupProbe, readinessProbe, livenessProbe].flatMap((probe) => probe?.httpGet.path ?? []),
    );
    expect(new Set(paths)).toEqual(new Set(['/api/health/live', '/api/health/ready', '/health']));
    for (const path of paths.filter((each) => each.startsWith('/api/')))
      expect(existsSync(join(root, 'app', path, 'route.ts')), path).toBe(true);
    expect(read('lib/engine/metrics/worker-metrics.ts')).toContain(`request.url === '/health'`);
  });

  test('has a disruption budget for each deployment', () => {
    const selected = (kind: string) =>
      manifests.filter((each) => each.kind === kind).map(({ spec }) => spec.selector.matchLabels);
    expect(selected('PodDisruptionBudget')).toEqual(selected('Deployment'));
  });

  test('scales by a metric that Belfry has', () => {
    const [metric] = manifests.flatMap(({ spec }) => spec?.metrics?.[0].external?.metric.name ?? []);
    expect(read('lib/engine/metrics/delivery-metrics.ts')).toContain(`name: '${metric}'`);
    const { rules } = readYaml<{ rules: { external: { seriesQuery: string; name: { as: string } }[] } }>(
      'deploy/kubernetes/components/autoscaling/metric-rule.yaml',
    );
    expect(rules.external).toMatchObject([{ seriesQuery: metric, name: { as: metric } }]);
  });

  test('sets variables that exist, and the tag of this version', () => {
    const settings = kustomizations.map((file) =>
      readYaml<{ configMapGenerator?: { literals: string[] }[]; images?: { newTag: string }[] }>(file),
    );
    const names = settings.flatMap(({ configMapGenerator = [] }) =>
      configMapGenerator.flatMap(({ literals }) => literals.map((each) => each.split('=')[0] ?? '')),
    );
    expect(names.filter((name) => !(variableNames as string[]).includes(name))).toEqual([]);
    const tags = settings.flatMap(({ images = [] }) => images.map(({ newTag }) => newTag));
    expect(tags).toEqual(tags.map(() => version));
  });
});

describe('deploy/systemd', () => {
  const units = globSync('deploy/systemd/*.service', { cwd: root }).sort();
  const valuesOf = (unit: string, field: string) =>
    [...read(unit).matchAll(new RegExp(`^${field}=(.*)$`, 'gm'))].map(([, value]) => value);

  test('starts the programs with the options of npm start', () => {
    const node = '/opt/belfry/node_modules/.bin/node';
    const argsOf = (name: keyof typeof programs) => programs[name].map((arg) => arg.replace(`${root}/`, '')).join(' ');
    expect(units.map((unit) => valuesOf(unit, 'ExecStart'))).toEqual([
      [`${node} scripts/db-migrate.ts`],
      [`${node} ${argsOf('web')}`],
      [`${node} ${argsOf('worker')}`],
    ]);
  });

  test('has no duplicate and no empty assignment, except for capabilities', () => {
    for (const unit of units) {
      const assignments = read(unit)
        .split('\n')
        .filter((line) => line && !/^[#[]/.test(line))
        .map((line) => line.split('=', 2) as [string, string]);
      const names = assignments.map(([name]) => name);
      expect(new Set(names).size, unit).toBe(names.length);
      expect(assignments.filter(([, value]) => !value).map(([name]) => name)).toEqual(['CapabilityBoundingSet']);
    }
  });

  test.runIf(isInstalled('systemd-analyze'))('is accepted by systemd', () => {
    const folder = mkdtempSync(join(tmpdir(), 'belfry-units-'));
    try {
      const copies = units.map((unit) => {
        const copy = join(folder, basename(unit).replace('@', '@1'));
        writeFileSync(copy, read(unit).replaceAll('/opt/belfry', root));
        return copy;
      });
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...copies], { encoding: 'utf8' });
      expect({ status, own: stderr.split('\n').filter((line) => line.includes('belfry')) }).toEqual({
        status: 0,
        own: [],
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
