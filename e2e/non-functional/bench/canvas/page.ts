import { annotoriousSide } from './annotorious-adapter';
import { consoleSide } from './console-adapter';
import { konvaSide } from './konva-adapter';
import { picture, polygons } from './scene';
import type { Side } from './canvas-adapter';

const sides: Record<SideName, () => Side> = { console: consoleSide, konva: konvaSide, annotorious: annotoriousSide };

export type SideName = 'console' | 'konva' | 'annotorious';

export interface Request {
  readonly side: SideName;
  readonly count: number;
  /** Number of frames for each of pan, zoom and drag. */
  readonly frames: number;
  /** Number of rounds for select, deselect, relabel and hide. */
  readonly clicks: number;
}

/** Measurements in milliseconds. A list is empty if the library does not support the operation. */
export interface Measured {
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

/** Called before and after each section, so that the CPU time can be read from outside. */
declare function mark(part: string): Promise<void>;

/** Timeout for painting a scene, in milliseconds. */
const PATIENCE = 60_000;

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
/** Resolves after the next frame is painted. */
const painted = async () => {
  await frame();
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
};

async function framesOf(count: number, step: (index: number) => void): Promise<number[]> {
  const taken: number[] = [];
  let before = await frame();
  for (let index = 0; index < count; index += 1) {
    step(index);
    const now = await frame();
    taken.push(now - before);
    before = now;
  }
  return taken;
}

async function timesOf(part: string, count: number, prepare: (index: number) => void, act: () => void): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < count; index += 1) {
    prepare(index);
    await painted();
    await painted();
    await mark(part);
    const started = performance.now();
    act();
    await painted();
    taken.push(performance.now() - started);
    await mark(part);
  }
  return taken;
}

function heap(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return (performance as unknown as { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? 0;
}

async function measure({ side: name, count, frames, clicks }: Request): Promise<Measured> {
  const root = document.getElementById('scene')!;
  const bitmap = await picture();
  const shapes = polygons(count);
  const before = heap();
  const side = sides[name]();
  const samples = shapes.filter((_, index) => index % Math.max(1, Math.floor(count / 60)) === 0);
  const started = performance.now();
  await side.open(root, bitmap, shapes);
  do await painted();
  while (!side.isPainted(samples) && performance.now() - started < PATIENCE);
  const open = performance.now() - started;
  for (let i = 0; i < 20; i += 1) await frame();

  await mark('pan');
  const pan = await framesOf(frames, (index) => side.pan({ x: index % 20 < 10 ? 6 : -6, y: index % 10 < 5 ? 4 : -4 }));
  await mark('pan');
  await mark('zoom');
  const zoom = await framesOf(frames, (index) => side.zoom(index % 20 < 10 ? 1.04 : 1 / 1.04));
  await mark('zoom');
  for (let i = 0; i < 30; i += 1) await frame();
  const target = (index: number) => shapes[(index * 7919 + Math.floor(count / 2)) % Math.max(1, count)]!;
  const hasShapes = count > 0;
  const times = (part: string, prepare: (index: number) => void, act: (() => void) | null) =>
    hasShapes && act ? timesOf(part, clicks, prepare, act) : Promise.resolve([]);
  let next = 0;
  const select = await times(
    'select',
    (index) => {
      side.deselect();
      next = index;
    },
    () => side.select(target(next)),
  );
  const deselect = await times('deselect', (index) => side.select(target(index + 50)), side.deselect);
  const relabel = await times('relabel', (index) => side.select(target(index + 100)), side.relabel);
  const hide = await times('hide', (index) => side.select(target(index + 150)), side.hide);
  let drag: number[] = [];
  if (hasShapes && side.drag) {
    side.select(target(200));
    await painted();
    const move = side.drag;
    drag = await framesOf(frames, (index) => move({ x: index % 20 < 10 ? 3 : -3, y: 2 }));
    side.endDrag?.();
  }
  const memory = heap() - before;
  side.close();
  bitmap.close();
  return { open, pan, zoom, drag, select, deselect, relabel, hide, memory };
}

Object.assign(globalThis, { measure });
