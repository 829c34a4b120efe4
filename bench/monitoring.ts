/**
 * `node bench/monitoring.ts`: checks the alert rules, their tests and the names of metrics with `promtool`, then lets a Prometheus read a
 * running Belfry and evaluate every rule and every query of the dashboard. Needs the package prometheus.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { CliError, runMain } from '#scripts/cli-error.ts';
import { freePort } from '#scripts/postgres.ts';
import { root } from '#scripts/sources.ts';
import { openInstallation } from './delivery/installation.ts';
import { startSmsProvider } from './delivery/sms-provider.ts';
import { addSmsProvider, addWorkflow, createTenant, smsStep } from './delivery/tenant.ts';
import { startTriggerLoad } from './delivery/trigger-load.ts';
import { until } from './until.ts';

const folder = join(root, 'deploy/monitoring');

/** Runs promtool and prints its output. @throws CliError if it fails. */
function promtool(args: string[], input = ''): void {
  const { status, stdout, stderr, error } = spawnSync('promtool', args, { cwd: folder, input, encoding: 'utf8' });
  if (error) throw new CliError('promtool is missing: install the package prometheus.');
  console.log(`promtool ${args.join(' ')}\n${stdout}${stderr}`.trimEnd());
  // Status 3 means remarks about names, such as those of Node's own metrics.
  if (status !== 0 && !(args[1] === 'metrics' && status === 3)) throw new CliError('promtool found a problem.');
}

interface Prometheus {
  query(path: string): Promise<unknown>;
  stop(): void;
}

/** Starts a Prometheus with the configuration of the repository, which reads these addresses every second. */
async function startPrometheus(targets: Record<string, string>): Promise<Prometheus> {
  const data = mkdtempSync(join(tmpdir(), 'belfry-prometheus-'));
  const config = parse(readFileSync(join(folder, 'prometheus.yaml'), 'utf8'));
  config.global = { scrape_interval: '1s', evaluation_interval: '1s' };
  config.rule_files = [join(folder, 'alerts.yaml')];
  for (const job of config.scrape_configs) job.static_configs = [{ targets: [targets[job.job_name]] }];
  writeFileSync(join(data, 'prometheus.yaml'), stringify(config));
  const port = await freePort();
  const args = [`--config.file=${data}/prometheus.yaml`, `--storage.tsdb.path=${data}`];
  const child: ChildProcess = spawn('prometheus', [...args, `--web.listen-address=127.0.0.1:${port}`], {
    stdio: 'ignore',
  });
  const query = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    const { status, data: found, error } = (await response.json()) as { status: string; data: unknown; error: string };
    if (status !== 'success') throw new CliError(`${decodeURIComponent(path)}: ${error}`);
    return found;
  };
  await until('Prometheus is ready', 20_000, () =>
    fetch(`http://127.0.0.1:${port}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    query,
    stop() {
      child.kill('SIGKILL');
      rmSync(data, { recursive: true, force: true });
    },
  };
}

interface Rule {
  name: string;
  health: string;
  state: string;
  lastError?: string;
}

async function rulesOf({ query }: Prometheus): Promise<Rule[]> {
  const { groups } = (await query('/api/v1/rules')) as { groups: { rules: Rule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/** Runs every query of the dashboard. @returns the titles of panels without data. */
async function emptyPanels({ query }: Prometheus): Promise<string[]> {
  const { panels } = JSON.parse(readFileSync(join(folder, 'dashboard.json'), 'utf8')) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  const empty: string[] = [];
  for (const { title, targets = [] } of panels)
    for (const { expr } of targets) {
      const text = encodeURIComponent(expr.replaceAll('$__rate_interval', '10s'));
      const { result } = (await query(`/api/v1/query?query=${text}`)) as { result: unknown[] };
      if (result.length === 0) empty.push(title);
    }
  return empty;
}

await runMain(async () => {
  promtool(['check', 'config', 'prometheus.yaml']);
  promtool(['check', 'rules', 'alerts.yaml']);
  promtool(['test', 'rules', 'alerts.test.yaml']);
  const installation = await openInstallation('monitoring');
  const provider = await startSmsProvider();
  let prometheus: Prometheus | undefined;
  try {
    const tenant = await createTenant(installation.database);
    await addSmsProvider(tenant, provider.url);
    await addWorkflow(tenant, 'loaded', [smsStep('Hello {{ payload.n }}')]);
    const web = await installation.startWeb();
    const worker = await installation.startWorker();
    const load = startTriggerLoad({ tenant, workflow: 'loaded', origin: () => web.origin, clients: 1, perSecond: 20 });
    const host = (url: string) => new URL(url).host;
    prometheus = await startPrometheus({ 'belfry-web': host(web.origin), 'belfry-worker': host(worker.metricsUrl) });
    await new Promise((resolve) => setTimeout(resolve, 25_000));
    promtool(['check', 'metrics'], await (await fetch(`${web.origin}/api/metrics`)).text());
    const rules = await rulesOf(prometheus);
    const broken = rules.filter(({ health }) => health !== 'ok');
    const active = rules.filter(({ state }) => state !== 'inactive').map(({ name }) => name);
    const empty = await emptyPanels(prometheus);
    console.log(
      `${rules.length} rules, ${broken.length} with errors, active in a healthy installation: ${active.join(', ') || 'none'}`,
    );
    console.log(`Queries of the dashboard without data: ${empty.join(', ') || 'none'}`);
    await load.stop();
    await worker.stop();
    const states = async () => (await rulesOf(prometheus as Prometheus)).filter(({ state }) => state !== 'inactive');
    await until('BelfryNoWorker is pending', 40_000, async () =>
      (await states()).some(({ name }) => name === 'BelfryNoWorker'),
    );
    console.log('BelfryNoWorker is pending after the worker ended');
    if (broken.length > 0 || active.length > 0) throw new CliError('A rule is broken, or fires without a cause.');
  } finally {
    prometheus?.stop();
    provider.stop();
    await installation.stop();
  }
});
