// `npm run bench -- hand [--data folder]`: a scripted hand draws 30 blood cells and the outlines of 20 fruits on the image screen. It
// reports presses, keys, pointer travel and waiting times, and compares them with the documented steps of CVAT and Label Studio.
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import type { Vec } from '../../../../remote-annotate/src/editor';
import { DEFAULT_DATA_FOLDER } from '../../../../server/learner/src/bench/datasets';
import type { Api } from '../../../support/api';
import { formatTable, percentile, type Cell } from '../../support/measure';
import { formatLoad, print } from '../../support/output';
import { runConsoleBench } from '../screens/run-console-bench';
import { Hand, type Effort } from './hand';
import { listBoxSteps, listPolygonSteps, SOURCES, type DrawnShapes, type PeerSteps } from './peers';
import { findTransform, readCells, readOutlines, selectVertices, uploadCopy, waitForLabels, type Scene } from './scenes';

const CELL_COUNT = 30;
const FRUIT_COUNT = 20;
/** Maximum 95th percentile of the milliseconds from the last input to the shape on the screen. */
const WAIT_LIMIT = 100;

/** A way to draw shapes with the console. */
interface Method {
  readonly name: string;
  /** Shortcut key of the tool. */
  readonly tool: string;
  /** Title of the element that counts these shapes on the screen. */
  readonly counter: string;
  /** API path of the list of these shapes. */
  readonly path: string;
  readonly draw: (hand: Hand, points: readonly Vec[], counter: string) => Promise<void>;
  /** Returns the points of a target that the hand uses. */
  readonly select: (points: readonly Vec[]) => readonly Vec[];
}

const boxMethod: Method = {
  name: 'console',
  tool: 'b',
  counter: 'Objects',
  path: '/detection/v2/object/',
  draw: (hand, points, counter) => hand.createShape(counter, 'pointerup', () => hand.drag(points)),
  select: (points) => points,
};

const clickMethod: Method = {
  name: 'console, clicks',
  tool: 'p',
  counter: 'Polygons',
  path: '/segmentation/v2/polygon/',
  draw: async (hand, points, counter) => {
    for (const point of points) await hand.click(point);
    await hand.createShape(counter, 'keydown', () => hand.press('Enter'));
  },
  select: selectVertices,
};

const freehandMethod: Method = {
  ...clickMethod,
  name: 'console, freehand',
  draw: (hand, points, counter) => hand.createShape(counter, 'pointerup', () => hand.drag([...points, points[0]!])),
  select: (points) => points,
};

/** Draws all targets on their images. Returns the effort (clicks, keys, pointer travel, waiting), without opening the images. */
async function measureDrawing(
  page: Page,
  api: Api,
  workspace: string,
  method: Method,
  scenes: readonly Scene[],
): Promise<Effort> {
  const efforts: Effort[] = [];
  for (const scene of scenes) {
    const imageId = await uploadCopy(api, workspace, scene);
    await openImage(page, imageId);
    const toWindowPoint = await findTransform(page, api, imageId);
    await openImage(page, imageId);
    const keys = await listKeys(api, method);
    const hand = new Hand(page);
    await hand.press(method.tool);
    await waitForLabels(page);
    let label = '';
    for (const [index, target] of scene.targets.entries()) {
      if (target.label !== label) await hand.press(keys.get(target.label)!);
      label = target.label;
      await method.draw(hand, method.select(target.points).map(toWindowPoint), `${method.counter}: ${index + 1}`);
    }
    await waitUntilSaved(api, `${method.path}?image=${imageId}`, scene.targets.length);
    efforts.push(hand.effort);
    await api.requestOk('DELETE', `/recognition/v2/training-image/${imageId}/?workspace=${workspace}`);
  }
  const sumEfforts = (read: (effort: Effort) => number) => efforts.reduce((total, effort) => total + read(effort), 0);
  return {
    presses: sumEfforts(({ presses }) => presses),
    keys: sumEfforts(({ keys }) => keys),
    travel: sumEfforts(({ travel }) => travel),
    waits: efforts.flatMap(({ waits }) => waits),
  };
}

async function openImage(page: Page, imageId: string): Promise<void> {
  await page.goto(`/image/${imageId}`);
  await page.getByRole('application').waitFor();
  await page.locator('[title="Objects: 0"]').waitFor();
  await page.waitForLoadState('networkidle');
  await page.getByRole('application').focus();
  // On a busy machine, keys start to work some time after the image is visible.
  do await page.keyboard.press('o');
  while (!(await page.getByRole('radio', { name: 'Draw points' }).isChecked()));
}

/** Returns the shortcut keys of labels by label name. */
async function listKeys(api: Api, { path }: Method): Promise<ReadonlyMap<string, string>> {
  const labels = `/${path.split('/')[1]}/v2/label/?page_size=1000`;
  const { results } = await api.requestOk<{ results: { name: string; key: string | null }[] }>('GET', labels);
  return new Map(results.flatMap(({ name, key }) => (key === null ? [] : [[name, key] as const])));
}

async function waitUntilSaved(api: Api, path: string, count: number): Promise<void> {
  while ((await api.requestOk<{ count: number }>('GET', path)).count < count) await wait(200);
}

function toDrawnShapes(scenes: readonly Scene[], { select }: Method): DrawnShapes {
  const labels = scenes.flatMap(({ targets }) => targets.map(({ label }) => label));
  return {
    vertices: scenes.flatMap(({ targets }) => targets.map(({ points }) => select(points).length)),
    labelChanges: labels.filter((label, index) => label !== labels[index - 1]).length,
  };
}

/** Prints the measurements per shape. */
function printTable(
  title: string,
  count: number,
  consoleEfforts: readonly (readonly [Method, Effort])[],
  peers: readonly PeerSteps[],
): void {
  const formatPerShape = (value: number): Cell => (value / count).toFixed(1);
  const rows = [
    ...consoleEfforts.map(([{ name }, { presses, keys, travel, waits }]): Cell[] => [
      ...[name, formatPerShape(presses), formatPerShape(keys), (travel / count).toFixed(0)],
      ...[0.5, 0.95].map((ratio) => `${percentile(waits, ratio).toFixed(0)} ms`),
    ]),
    ...peers.map(({ name, presses, keys }): Cell[] => [name, formatPerShape(presses), formatPerShape(keys), '-', '-', '-']),
  ];
  print(`\n${title}, for each shape`);
  print(formatTable(['', 'presses', 'keys', 'travel, px', 'wait p50', 'p95'], rows));
}

const { values } = parseArgs({ options: { data: { type: 'string', default: DEFAULT_DATA_FOLDER } } });

runConsoleBench({ name: 'hand', defaultRounds: 1, strict: false }, async ({ api, workspace, open }) => {
  const [cells, fruits] = [readCells(values.data, CELL_COUNT), readOutlines(values.data, FRUIT_COUNT)];
  if (!cells || !fruits) throw new Error(`The data sets are missing in ${values.data}`);
  for (const name of new Set(fruits.flatMap(({ targets }) => targets.map(({ label }) => label))))
    await api.requestOk('POST', '/segmentation/v2/label/', { workspace, name, color: '#b5651d' });
  const page = await open();
  print(formatLoad());
  const boxEfforts = await measureDrawing(page, api, workspace, boxMethod, cells);
  printTable(`${CELL_COUNT} blood cells`, CELL_COUNT, [[boxMethod, boxEfforts]], listBoxSteps(toDrawnShapes(cells, boxMethod)));
  const outlines: [Method, Effort][] = [];
  for (const method of [clickMethod, freehandMethod])
    outlines.push([method, await measureDrawing(page, api, workspace, method, fruits)]);
  printTable(`${FRUIT_COUNT} fruits`, FRUIT_COUNT, outlines, listPolygonSteps(toDrawnShapes(fruits, clickMethod)));
  print(`\nSteps of CVAT and Label Studio: ${SOURCES.join(', ')}`);
  print(`\n${formatLoad()}`);
  return [boxEfforts, ...outlines.map(([, effort]) => effort)].every(({ waits }) => percentile(waits, 0.95) <= WAIT_LIMIT);
});
