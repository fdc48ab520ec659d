// `npm run bench -- canvas [--only shapes|brush] [--counts 500,5000,20000] [--kinds polygon,box,rotated,mask,skeleton]
// [--adapters console,history,konva,annotorious] [--rounds 3]`: compares the console's canvas with other canvas libraries, which
// draw only polygons. Also compares strokes of the mask tool with strokes on a bare canvas.
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { percentile, formatTable, type Cell } from '../../support/measure';
import { ignoreClosedOutput } from '../../../../server/src/operations/cli/closed-pipe.mjs';
import type { AdapterMeasurements, Request, AdapterName } from './page';
import { measureStrokes } from './brush';
import { SCENE_KINDS, type SceneKind } from './scene';
import { bundlePage, measureInTab } from './tab';
import { formatLoad, print } from '../../support/output';

/**
 * Limits for the console's canvas with 5,000 polygons. `frames` is the ratio of frame times to those of a canvas with only the
 * image. The other limits are milliseconds.
 */
const TARGETS = { count: 5000, frames: 1.5, click: 50, open: 500 } as const;
const ADAPTER_NAMES: Record<AdapterName, string> = {
  console: 'console',
  history: 'console with the history panel',
  konva: 'one react-konva node per shape',
  annotorious: 'Annotorious',
};

/** The sections whose CPU time is measured. */
type CpuSection = 'pan' | 'zoom' | 'select' | 'deselect' | 'relabel' | 'hide';

/** `cpu` is the CPU time of the page's thread in milliseconds per frame or click. Other processes do not affect it. */
type AdapterResult = AdapterMeasurements & { readonly cpu: Readonly<Record<CpuSection, number>> };

async function measureAdapter(browser: Browser, script: string, request: Request): Promise<AdapterResult> {
  const { measurements, cpu: total } = await measureInTab<Request, AdapterMeasurements>(browser, script, 'measure', request);
  const getCpuPerAction = (part: CpuSection, count: number) => (count === 0 ? Number.NaN : (total[part] ?? 0) / count);
  const interactions = ['pan', 'zoom', 'select', 'deselect', 'relabel', 'hide'] as const;
  const cpu = Object.fromEntries(interactions.map((part) => [part, getCpuPerAction(part, measurements[part].length)])) as Record<
    CpuSection,
    number
  >;
  return { ...measurements, cpu };
}

const formatP50 = (durations: readonly number[]): Cell => (durations.length === 0 ? '-' : percentile(durations, 0.5));
const formatP95 = (durations: readonly number[]): Cell => (durations.length === 0 ? '-' : percentile(durations, 0.95));

function toTableRow(
  name: string,
  count: number,
  { open, pan, zoom, drag, select, deselect, relabel, hide, memory, cpu }: AdapterResult,
): Cell[] {
  const percentilePairs = [pan, zoom, drag].flatMap((durations) => [formatP50(durations), formatP95(durations)]);
  return [
    name,
    `${count}`,
    open,
    ...percentilePairs,
    ...[select, deselect, relabel, hide].map(formatP95),
    memory / 1_000_000,
    ...[cpu.pan, cpu.zoom, cpu.select, cpu.deselect, cpu.relabel, cpu.hide].map((ms): Cell => (Number.isNaN(ms) ? '-' : ms)),
  ];
}

const TABLE_HEADER = [
  ...['', 'shapes', 'open', 'pan p50', 'p95', 'zoom p50', 'p95', 'drag p50', 'p95'],
  ...['select p95', 'Esc p95', 'relabel p95', 'hide p95', 'heap MB'],
  ...['CPU: pan', 'zoom', 'select', 'Esc', 'relabel', 'hide'],
];

/** Prints whether each target is met. Returns the number of missed targets. */
function printTargets(bareImage: AdapterResult, console: AdapterResult): number {
  const ratio = (section: 'pan' | 'zoom') => percentile(console[section], 0.95) / percentile(bareImage[section], 0.95);
  const checks: [string, number, number][] = [
    ['pan p95 to that of the bare image', ratio('pan'), TARGETS.frames],
    ['zoom p95 to that of the bare image', ratio('zoom'), TARGETS.frames],
    ...(['select', 'deselect', 'relabel', 'hide'] as const).map((action): [string, number, number] => [
      `${action} p95, ms`,
      percentile(console[action], 0.95),
      TARGETS.click,
    ]),
    ['open to all painted, ms', console.open, TARGETS.open],
  ];
  const rows = checks.map(([name, value, limit]): Cell[] => [
    name,
    value.toFixed(2),
    String(limit),
    value <= limit ? 'ok' : 'exceeded',
  ]);
  print(`\nTargets at ${TARGETS.count} shapes\n${formatTable(['', 'figure', 'limit', 'result'], rows)}`);
  return checks.filter(([, value, limit]) => value > limit).length;
}

interface ShapeOptions {
  readonly counts: readonly number[];
  readonly kinds: readonly SceneKind[];
  readonly adapters: readonly AdapterName[];
}

/** Measures scenes with many shapes. Returns the number of missed targets. */
async function measureShapes(browser: Browser, script: string, { counts, kinds, adapters }: ShapeOptions): Promise<number> {
  print(`${formatLoad()}. 4000 x 3000 pixels, 12 vertices a polygon; console: ${kinds.join(', ')}; milliseconds.`);
  const rows: Cell[][] = [];
  const measureAndPrint = async (name: string, request: Request) => {
    const measurements = await measureAdapter(browser, script, request);
    const row = toTableRow(name, request.count, measurements);
    rows.push(row);
    // Print results immediately: on a busy machine a scene takes minutes.
    print(row.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell)).join('  '));
    return measurements;
  };
  const bareImage = await measureAndPrint('bare image', { adapter: 'console', count: 0, kinds, frames: 120, clicks: 0 });
  let missedTargets = 0;
  for (const count of counts) {
    for (const adapter of adapters) {
      const isConsole = adapter === 'console' || adapter === 'history';
      const measurements = await measureAndPrint(ADAPTER_NAMES[adapter], {
        adapter,
        count,
        kinds,
        frames: isConsole ? 120 : 20,
        clicks: isConsole ? 20 : 5,
      });
      if (isConsole && count === TARGETS.count) missedTargets += printTargets(bareImage, measurements);
    }
  }
  print(`\n${formatTable(TABLE_HEADER, rows)}\n\n${formatLoad()}`);
  return missedTargets;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: 'shapes,brush' },
      counts: { type: 'string', default: '500,5000,20000' },
      kinds: { type: 'string', default: Object.keys(SCENE_KINDS).join() },
      adapters: { type: 'string', default: 'console,konva,annotorious' },
      rounds: { type: 'string', default: '3' },
    },
  });
  const scenarios = values.only.split(',');
  const script = await bundlePage();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc', '--enable-precise-memory-info'],
  });
  try {
    let missedTargets = 0;
    if (scenarios.includes('shapes'))
      missedTargets += await measureShapes(browser, script, {
        counts: values.counts.split(',').map(Number),
        kinds: values.kinds.split(',') as SceneKind[],
        adapters: values.adapters.split(',') as AdapterName[],
      });
    if (scenarios.includes('brush')) missedTargets += await measureStrokes(browser, script, Number(values.rounds));
    return missedTargets;
  } finally {
    await browser.close();
  }
}

ignoreClosedOutput();
main().then(
  (missedTargets) => {
    if (missedTargets > 0) console.error(`${missedTargets} targets are missed.`);
    process.exit(missedTargets > 0 ? 1 : 0);
  },
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
