import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { type Manifest, manifestsIn, readYaml, recordReads } from '#testing/manifests.ts';
import { root } from './sources.ts';

type Validate = ((data: unknown) => boolean) & { errors?: unknown[] | null };

/** The schema of each kind of manifest. */
const SCHEMAS: Record<string, () => Promise<{ validate: Validate }>> = {
  'apps/v1 Deployment': () => import('kubernetes-models/_schemas/IoK8sApiAppsV1Deployment'),
  'apps/v1 StatefulSet': () => import('kubernetes-models/_schemas/IoK8sApiAppsV1StatefulSet'),
  'autoscaling/v2 HorizontalPodAutoscaler': () =>
    import('kubernetes-models/_schemas/IoK8sApiAutoscalingV2HorizontalPodAutoscaler'),
  'batch/v1 Job': () => import('kubernetes-models/_schemas/IoK8sApiBatchV1Job'),
  'networking.k8s.io/v1 Ingress': () => import('kubernetes-models/_schemas/IoK8sApiNetworkingV1Ingress'),
  'policy/v1 PodDisruptionBudget': () => import('kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget'),
  'v1 ConfigMap': () => import('kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap'),
  'v1 Namespace': () => import('kubernetes-models/_schemas/IoK8sApiCoreV1Namespace'),
  'v1 Service': () => import('kubernetes-models/_schemas/IoK8sApiCoreV1Service'),
  'v1 ServiceAccount': () => import('kubernetes-models/_schemas/IoK8sApiCoreV1ServiceAccount'),
};

/** Returns the problems of a manifest: errors by its schema, and fields that the schema does not have. */
async function problemsOf(manifest: Manifest): Promise<unknown[]> {
  const schema = SCHEMAS[`${manifest.apiVersion} ${manifest.kind}`];
  if (!schema) return [`no schema for ${manifest.apiVersion} ${manifest.kind}`];
  const { validate } = await schema();
  const { recorded, unread } = recordReads(manifest);
  validate(recorded);
  return [
    ...(validate.errors ?? []),
    ...unread().map((path) => `${manifest.metadata.name} has an unknown field ${path}`),
  ];
}

const files = globSync('deploy/kubernetes/**/*.yaml', { cwd: root })
  .filter((file) => !/(kustomization|metric-rule)\.yaml$/.test(file))
  .sort();
const overlays = globSync('deploy/kubernetes/overlays/*/kustomization.yaml', { cwd: root }).map(dirname).sort();

describe('manifests of Kubernetes', () => {
  test.each(files)('%s follows the schema of each of its kinds', async (file) => {
    const manifests = manifestsIn(readFileSync(join(root, file), 'utf8'));
    expect(manifests).not.toEqual([]);
    expect((await Promise.all(manifests.map(problemsOf))).flat()).toEqual([]);
  });

  test('a misspelled field and a wrong value are found', async () => {
    const [web] = manifestsIn(readFileSync(join(root, 'deploy/kubernetes/base/web.yaml'), 'utf8'));
    if (!web) throw new Error('web.yaml is empty');
    const misspelled = structuredClone(web);
    misspelled.spec.template.spec.containers[0].resources = { request: { cpu: '1' } };
    expect(await problemsOf(misspelled)).toEqual([
      'belfry-web has an unknown field /spec/template/spec/containers/0/resources/request',
    ]);
    const wrong = structuredClone(web);
    wrong.spec.replicas = 'two';
    expect(await problemsOf(wrong)).toMatchObject([{ instancePath: '/spec/replicas', keyword: 'type' }]);
  });

  const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
  test.runIf(hasKubectl).each(overlays)(
    '%s renders, with the secret as the only name that it lacks',
    async (overlay) => {
      const { stdout, stderr } = spawnSync('kubectl', ['kustomize', overlay], { cwd: root, encoding: 'utf8' });
      expect(stderr).toBe('');
      const manifests = manifestsIn(stdout);
      expect((await Promise.all(manifests.map(problemsOf))).flat()).toEqual([]);
      const names = new Set(manifests.map(({ metadata }) => metadata.name));
      const references = [...stdout.matchAll(/configMapRef:\n\s+name: (\S+)|serviceAccountName: (\S+)/g)];
      expect(references.length).toBeGreaterThan(5);
      expect(references.map(([, map, account]) => map ?? account).filter((name) => !names.has(name ?? ''))).toEqual([]);
      const secrets = stdout.matchAll(/secret(?:Key)?Ref:\n(?:\s+key: \S+\n)?\s+name: (\S+)/g);
      expect(new Set([...secrets].map(([, name]) => name))).toEqual(new Set(['belfry-secrets']));
    },
  );
});

test('compose.yaml follows the compose specification', () => {
  const linter = dirname(fileURLToPath(import.meta.resolve('dclint/package.json')));
  const schema = JSON.parse(readFileSync(join(linter, 'schemas/compose.schema.json'), 'utf8')) as { $schema: string };
  const { $schema: _, ...definition } = schema; // differs from the address of draft 7 only by the scheme
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(definition);
  const isValid = validate(readYaml('compose.yaml'));
  expect(validate.errors).toBe(null);
  expect(isValid).toBe(true);
  expect(validate({ services: { web: { comand: ['web'] } } })).toBe(false);
});
