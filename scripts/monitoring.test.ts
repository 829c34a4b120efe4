import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectDefaultMetrics, Registry, register } from 'prom-client';
import { beforeAll, expect, test } from 'vitest';
import { metrics } from '#lib/api/metrics.ts';
import { deliveryMetrics } from '#lib/engine/metrics/delivery-metrics.ts';
import { engineRegistry } from '#lib/engine/metrics/metrics.ts';
import { InboxUpgrades } from '#lib/inbox-sockets/upgrade.ts';
import { readYaml } from '#testing/manifests.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { root } from './sources.ts';

ownScratchDatabase();

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: Record<string, string>;
}
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const rules = readYaml<{ groups: { rules: Rule[] }[] }>('deploy/monitoring/alerts.yaml').groups.flatMap(
  (group) => group.rules,
);
interface Panel {
  title: string;
  targets?: { expr: string }[];
}
const { panels } = JSON.parse(read('deploy/monitoring/dashboard.json')) as { panels: Panel[] };
const queries = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const));

/** The metrics text that each kind of process serves. */
const texts = { 'belfry-web': '', 'belfry-worker': '' };

beforeAll(async () => {
  new InboxUpgrades();
  collectDefaultMetrics();
  texts['belfry-web'] = `${await metrics().registry.metrics()}\n${await deliveryMetrics()}`;
  texts['belfry-worker'] = await Registry.merge([register, engineRegistry]).metrics();
});

/** Returns the names of the series that the metrics text declares, in its order. */
function seriesIn(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' || type === 'summary'
      ? [`${name}_bucket`, `${name}_sum`, `${name}_count`].filter(
          (each) => type === 'histogram' || each !== `${name}_bucket`,
        )
      : [name],
  );
}

/** Returns each selector of a query as its metric and the jobs that it names. */
function selectorsIn(expr: string): { metric: string; jobs: string[] }[] {
  return [...expr.matchAll(/([a-z_:][\w:]*)\{([^}]*)\}/gi)].map(([, metric = '', labels = '']) => ({
    metric,
    jobs: (/job=~?"([^"]+)"/.exec(labels)?.[1] ?? '').split('|'),
  }));
}

test.each([...rules.map(({ alert, expr }) => [alert, expr] as const), ...queries])(
  '%s reads metrics that its processes expose',
  (_, expr) => {
    const selectors = selectorsIn(expr);
    expect(selectors.length).toBeGreaterThan(0);
    for (const { metric, jobs } of selectors) {
      if (metric === 'up') continue;
      for (const job of jobs)
        expect(seriesIn(texts[job as keyof typeof texts] ?? ''), `${metric} of ${job}`).toContain(metric);
    }
  },
);

test('each alert has a section in the runbooks, a severity and a test', () => {
  const headings = [...read('docs/runbooks.md').matchAll(/^## (Belfry\w+)$/gm)].map(([, heading = '']) => heading);
  expect(headings).toEqual(rules.map(({ alert }) => alert));
  for (const { alert, labels, annotations } of rules) {
    expect(annotations.runbook).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
    expect(['critical', 'warning']).toContain(labels.severity);
  }
  const tests = readYaml<{ tests: { name: string }[] }>('deploy/monitoring/alerts.test.yaml').tests;
  expect(tests.map(({ name }) => name)).toEqual(rules.map(({ alert }) => alert));
});

test('each section of the runbooks says what the alert means, what to look at, and what to do', () => {
  const sections = read('docs/runbooks.md')
    .split(/^## Belfry/m)
    .slice(1);
  for (const section of sections)
    expect([...section.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, part]) => part)).toEqual([
      'Meaning:',
      'Look at:',
      'Do:',
    ]);
});

test('the rules read jobs that the configuration of Prometheus scrapes', () => {
  const { scrape_configs, rule_files } = readYaml<{ scrape_configs: { job_name: string }[]; rule_files: string[] }>(
    'deploy/monitoring/prometheus.yaml',
  );
  expect(scrape_configs.map(({ job_name }) => job_name)).toEqual(Object.keys(texts));
  expect(rule_files).toEqual(['alerts.yaml']);
});

test('Belfry’s metrics have names as Prometheus recommends them', () => {
  const types = [...`${texts['belfry-web']}\n${texts['belfry-worker']}`.matchAll(/^# TYPE (belfry_\S+) (\S+)$/gm)];
  expect(types.length).toBeGreaterThan(10);
  for (const [, name = '', type] of types) {
    expect(name).toMatch(/^belfry(_[a-z]+)+$/);
    expect(name.endsWith('_total'), name).toBe(type === 'counter');
    expect(name, 'base units').not.toMatch(/_(ms|millis|milliseconds|minutes|hours|kb|mb|percent)(_|$)/);
  }
});
