// `npm run bench -- canvas [--counts 500,5000,20000]`: compares the canvas with other ways to draw many polygons.
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { build } from 'esbuild';
import { percentile, formatTable, type Cell } from '../../support/measure';
import { ignoreClosedOutput } from '../../../../server/src/operations/cli/closed-pipe.mjs';
import type { Measured, Request, SideName } from './page';

/** Limits for the console's canvas: milliseconds at 5,000 polygons, and the ratio to frames with only the image. */
const TARGETS = { count: 5000, frames: 1.5, click: 50, open: 500 } as const;
const NAMES: Record<SideName, string> = { console: 'console', konva: 'react-konva node a shape', annotorious: 'Annotorious' };

/** The sections whose CPU time is measured. */
type Part = 'pan' | 'zoom' | 'select' | 'deselect' | 'relabel' | 'hide';

/** `cpu` is the CPU time of the page's thread in milliseconds per frame or click. Other processes do not affect it. */
type Taken = Measured & { readonly cpu: Readonly<Record<Part, number>> };

const say = (text: string) => process.stdout.write(`${text}\n`);

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(__dirname, 'page.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/** Runs in a new tab, so that scenes do not affect each other. */
async function measureOne(browser: Browser, script: string, request: Request): Promise<Taken> {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
  page.setDefaultTimeout(300_000);
  try {
    await page.setContent('<style>body{margin:0}#scene{width:966px;height:600px;overflow:hidden}</style><div id="scene"></div>');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable');
    const seconds: Partial<Record<Part, number>> = {};
    const open = new Set<Part>();
    await page.exposeFunction('mark', async (part: Part) => {
      const { metrics } = await devtools.send('Performance.getMetrics');
      const now = metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0;
      // Called before and after each section, so the sign alternates.
      const isBegin = !open.delete(part);
      if (isBegin) open.add(part);
      seconds[part] = (seconds[part] ?? 0) + (isBegin ? -now : now);
    });
    await page.addScriptTag({ content: script });
    const measured = await page.evaluate(
      (asked) => (globalThis as unknown as { measure: (asked: Request) => Promise<Measured> }).measure(asked),
      request,
    );
    const cpuOf = (part: Part, count: number) => (count === 0 ? Number.NaN : ((seconds[part] ?? 0) * 1000) / count);
    const parts = ['pan', 'zoom', 'select', 'deselect', 'relabel', 'hide'] as const;
    const cpu = Object.fromEntries(parts.map((part) => [part, cpuOf(part, measured[part].length)])) as Record<Part, number>;
    return { ...measured, cpu };
  } finally {
    await page.close();
  }
}

const p50 = (taken: readonly number[]): Cell => (taken.length === 0 ? '-' : percentile(taken, 0.5));
const p95 = (taken: readonly number[]): Cell => (taken.length === 0 ? '-' : percentile(taken, 0.95));

function rowOf(
  name: string,
  count: number,
  { open, pan, zoom, drag, select, deselect, relabel, hide, memory, cpu }: Taken,
): Cell[] {
  const pairs = [pan, zoom, drag].flatMap((taken) => [p50(taken), p95(taken)]);
  return [
    name,
    `${count}`,
    open,
    ...pairs,
    ...[select, deselect, relabel, hide].map(p95),
    memory / 1_000_000,
    ...[cpu.pan, cpu.zoom, cpu.select, cpu.deselect, cpu.relabel, cpu.hide].map((ms): Cell => (Number.isNaN(ms) ? '-' : ms)),
  ];
}

const HEAD = [
  ...['', 'polygons', 'open', 'pan p50', 'p95', 'zoom p50', 'p95', 'drag p50', 'p95'],
  ...['select p95', 'Esc p95', 'relabel p95', 'hide p95', 'heap MB'],
  ...['CPU: pan', 'zoom', 'select', 'Esc', 'relabel', 'hide'],
];

/** Prints whether each target is met. Returns the number of missed targets. */
function judge(bare: Taken, console: Taken): number {
  const ratio = (of: 'pan' | 'zoom') => percentile(console[of], 0.95) / percentile(bare[of], 0.95);
  const verdicts: [string, number, number][] = [
    ['pan p95 to that of the bare picture', ratio('pan'), TARGETS.frames],
    ['zoom p95 to that of the bare picture', ratio('zoom'), TARGETS.frames],
    ...(['select', 'deselect', 'relabel', 'hide'] as const).map((what): [string, number, number] => [
      `${what} p95, ms`,
      percentile(console[what], 0.95),
      TARGETS.click,
    ]),
    ['open to all painted, ms', console.open, TARGETS.open],
  ];
  const rows = verdicts.map(([what, figure, limit]): Cell[] => [
    what,
    figure.toFixed(2),
    String(limit),
    figure <= limit ? 'ok' : 'BROKEN',
  ]);
  say(`\nTargets at ${TARGETS.count} polygons\n${formatTable(['', 'figure', 'limit', 'verdict'], rows)}`);
  return verdicts.filter(([, figure, limit]) => figure > limit).length;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      counts: { type: 'string', default: '500,5000,20000' },
      sides: { type: 'string', default: 'console,konva,annotorious' },
    },
  });
  const counts = values.counts.split(',').map(Number);
  const sides = values.sides.split(',') as SideName[];
  const script = await bundle();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc', '--enable-precise-memory-info'],
  });
  try {
    const load = () => loadavg().map((value) => value.toFixed(1));
    say(`Load of the machine: ${load().join(', ')}. 4000 x 3000 pixels, 12 vertices a polygon; milliseconds.`);
    const rows: Cell[][] = [];
    const add = async (name: string, request: Request) => {
      const measured = await measureOne(browser, script, request);
      const row = rowOf(name, request.count, measured);
      rows.push(row);
      // Print results immediately: on a busy machine a scene takes minutes.
      say(row.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell)).join('  '));
      return measured;
    };
    const bare = await add('bare picture', { side: 'console', count: 0, frames: 120, clicks: 0 });
    let broken = 0;
    for (const count of counts) {
      for (const side of sides) {
        const isOurs = side === 'console';
        const measured = await add(NAMES[side], { side, count, frames: isOurs ? 120 : 20, clicks: isOurs ? 20 : 5 });
        if (isOurs && count === TARGETS.count) broken = judge(bare, measured);
      }
    }
    say(`\n${formatTable(HEAD, rows)}\n\nLoad of the machine: ${load().join(', ')}`);
    return broken;
  } finally {
    await browser.close();
  }
}

ignoreClosedOutput();
main().then(
  (broken) => {
    if (broken > 0) console.error(`${broken} targets are broken.`);
    process.exit(broken > 0 ? 1 : 0);
  },
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
