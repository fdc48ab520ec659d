import { createAnnotoriousAdapter } from './annotorious-adapter';
import { createConsoleAdapter } from './console-adapter';
import { measureBrush } from './brush-page';
import { createKonvaAdapter } from './konva-adapter';
import { createImage, createPolygons, type SceneKind } from './scene';
import type { CanvasAdapter } from './canvas-adapter';

const adapters: Record<AdapterName, (kinds: readonly SceneKind[]) => CanvasAdapter> = {
  console: (kinds) => createConsoleAdapter({ kinds }),
  history: (kinds) => createConsoleAdapter({ kinds, hasHistory: true }),
  konva: createKonvaAdapter,
  annotorious: createAnnotoriousAdapter,
};

export type AdapterName = 'console' | 'history' | 'konva' | 'annotorious';

export interface Request {
  readonly adapter: AdapterName;
  readonly count: number;
  /** Kinds of shapes that the console's canvas draws. Other libraries draw only polygons. */
  readonly kinds: readonly SceneKind[];
  /** Number of frames for each of pan, zoom and drag. */
  readonly frames: number;
  /** Number of rounds for select, deselect, relabel and hide. */
  readonly clicks: number;
}

/** Measurements in milliseconds. A list is empty if the library does not support the operation. */
export interface AdapterMeasurements {
  readonly open: number;
  readonly pan: number[];
  readonly zoom: number[];
  readonly drag: number[];
  readonly select: number[];
  readonly deselect: number[];
  readonly relabel: number[];
  readonly hide: number[];
  /** Increase of the JavaScript heap in bytes after the scene is opened. */
  readonly memory: number;
}

/** The page calls this function before and after each section, so that the benchmark process can read the CPU time. */
declare function markSection(part: string): Promise<void>;

/** Timeout for painting a scene, in milliseconds. */
const PAINT_TIMEOUT_MS = 60_000;

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
/** Resolves after the next frame is painted. */
const waitForPaint = async () => {
  await nextFrame();
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
};

async function measureFrames(count: number, runStep: (index: number) => void): Promise<number[]> {
  const durations: number[] = [];
  let previousFrame = await nextFrame();
  for (let index = 0; index < count; index += 1) {
    runStep(index);
    const now = await nextFrame();
    durations.push(now - previousFrame);
    previousFrame = now;
  }
  return durations;
}

async function measureActions(
  sectionName: string,
  count: number,
  prepareAction: (index: number) => void,
  action: () => void,
): Promise<number[]> {
  const durations: number[] = [];
  for (let index = 0; index < count; index += 1) {
    prepareAction(index);
    await waitForPaint();
    await waitForPaint();
    await markSection(sectionName);
    const startTime = performance.now();
    action();
    await waitForPaint();
    durations.push(performance.now() - startTime);
    await markSection(sectionName);
  }
  return durations;
}

function readHeapSize(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return (performance as unknown as { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? 0;
}

async function measure({ adapter: name, count, kinds, frames, clicks }: Request): Promise<AdapterMeasurements> {
  const root = document.getElementById('scene')!;
  const bitmap = await createImage();
  const shapes = createPolygons(count);
  const heapBefore = readHeapSize();
  const adapter = adapters[name](kinds);
  const samples = shapes.filter((_, index) => index % Math.max(1, Math.floor(count / 60)) === 0);
  const startTime = performance.now();
  await adapter.open(root, bitmap, shapes);
  do await waitForPaint();
  while (!adapter.isPainted(samples) && performance.now() - startTime < PAINT_TIMEOUT_MS);
  const open = performance.now() - startTime;
  for (let i = 0; i < 20; i += 1) await nextFrame();

  await markSection('pan');
  const pan = await measureFrames(frames, (index) => adapter.pan({ x: index % 20 < 10 ? 6 : -6, y: index % 10 < 5 ? 4 : -4 }));
  await markSection('pan');
  await markSection('zoom');
  const zoom = await measureFrames(frames, (index) => adapter.zoom(index % 20 < 10 ? 1.04 : 1 / 1.04));
  await markSection('zoom');
  for (let i = 0; i < 30; i += 1) await nextFrame();
  const getTargetShape = (index: number) => shapes[(index * 7919 + Math.floor(count / 2)) % Math.max(1, count)]!;
  const hasShapes = count > 0;
  const measureActionTimes = (part: string, prepareAction: (index: number) => void, action: (() => void) | null) =>
    hasShapes && action ? measureActions(part, clicks, prepareAction, action) : Promise.resolve([]);
  let targetNumber = 0;
  const select = await measureActionTimes(
    'select',
    (index) => {
      adapter.deselect();
      targetNumber = index;
    },
    () => adapter.select(getTargetShape(targetNumber)),
  );
  const deselect = await measureActionTimes('deselect', (index) => adapter.select(getTargetShape(index + 50)), adapter.deselect);
  const relabel = await measureActionTimes('relabel', (index) => adapter.select(getTargetShape(index + 100)), adapter.relabel);
  const hide = await measureActionTimes('hide', (index) => adapter.select(getTargetShape(index + 150)), adapter.hide);
  let drag: number[] = [];
  if (hasShapes && adapter.drag) {
    adapter.select(getTargetShape(200));
    await waitForPaint();
    const dragShape = adapter.drag;
    drag = await measureFrames(frames, (index) => dragShape({ x: index % 20 < 10 ? 3 : -3, y: 2 }));
    adapter.endDrag?.();
  }
  const memory = readHeapSize() - heapBefore;
  adapter.close();
  bitmap.close();
  return { open, pan, zoom, drag, select, deselect, relabel, hide, memory };
}

Object.assign(globalThis, { measure, measureBrush });
