import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { setUpTestServer } from '../../testing/api/test-server';

const TOKEN = 'a token for the metrics only';
const EXAMPLES_DIR = join(__dirname, '../../../../docs/examples');
const ALERTS_FILE = join(EXAMPLES_DIR, 'prometheus-alerts.yaml');

const Rule = z.object({
  alert: z.string(),
  expr: z.string(),
  labels: z.object({ severity: z.enum(['critical', 'warning', 'info']) }),
  annotations: z.object({ summary: z.string() }),
});
const Alerts = z.object({ groups: z.array(z.object({ name: z.string(), rules: z.array(Rule) })) });
const Panel = z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) });
const Dashboard = z.object({ panels: z.array(Panel) });

const rules = Alerts.parse(parse(readFileSync(ALERTS_FILE, 'utf8'))).groups.flatMap((group) => group.rules);
const { panels } = Dashboard.parse(JSON.parse(readFileSync(join(EXAMPLES_DIR, 'grafana-dashboard.json'), 'utf8')));
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

const server = setUpTestServer({ config: { metricsToken: TOKEN, dataDir: tmpdir() } });
let seriesNames: Set<string>;
beforeAll(async () => {
  const response = await fetch(`${server.origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  seriesNames = listSeries(await response.text());
});

/** Returns the names of all series of a response in the text format of Prometheus. */
function listSeries(text: string): Set<string> {
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  const names = types.flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['bucket', 'sum', 'count'].map((suffix) => `${name}_${suffix}`) : [name],
  );
  // Prometheus adds `up` for each server.
  return new Set(['up', ...names]);
}

/** Returns the metrics of an expression: names that are neither functions, operators, labels nor variables. */
function listMetrics(expression: string): string[] {
  const withoutLabels = expression.replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(by|ignoring|on) ?\([^)]*\)/g, ' ');
  return [...withoutLabels.matchAll(/\b[a-z_]\w*\b(?! ?\()/g)]
    .map(([name]) => name)
    .filter((name) => !['sum', 'max'].includes(name));
}

it.each(expressions)('%s uses only metrics that the server has', (_title, expression) => {
  const metrics = listMetrics(expression);
  expect(metrics.length).toBeGreaterThan(0);
  expect(metrics.filter((name) => !seriesNames.has(name))).toEqual([]);
});

it('detects a metric that the server does not have', () => {
  expect(listMetrics('sum by (le) (rate(console_unknown_total{status=~"5.."}[5m])) / up > 1')).toEqual([
    'console_unknown_total',
    'up',
  ]);
  expect(seriesNames.has('console_unknown_total')).toBe(false);
});

it('alert rules have unique names', () => {
  const names = rules.map(({ alert }) => alert);
  expect(new Set(names).size).toBe(names.length);
});

// Prometheus is not a dependency of this repository.
const isInstalled = spawnSync('promtool', ['--version']).error === undefined;
(isInstalled ? it : it.skip)('promtool accepts the alert rules', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', ALERTS_FILE], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain(`${rules.length} rules found`);
});
