import { shapeKinds } from '../../../shape-kinds/kind-registry';
import type { Bounds, BoxData, BoxShape, Shape } from '../../model/types';
import { ShapeTiles } from './shape-tiles';
import type { Surface } from './surface';
import { TILE_SIDE, isTouching } from './tile-grid';

const IMAGE_SIZE = { width: 2048, height: 1024 };
const VIEW_SIZE = { width: 1024, height: 512 };
const FITTED_CAMERA = { x: 0, y: 0, scale: 0.5 };

const createBox = (id: string, data: BoxData): BoxShape => ({ kind: 'object', id, labelId: id, data, metaData: {} });

interface RecordedSurface {
  /** The shapes painted since their area was cleared. Each shape uses its id as color. Positions are CSS pixels. */
  painted: { id: string; bounds: Bounds }[];
}

const toBounds = (x: number, y: number, width: number, height: number): Bounds => ({
  minX: x,
  minY: y,
  maxX: x + width,
  maxY: y + height,
});

/** Creates tiles over boxes with a controllable clock and controllable frames. */
function setUp(shapes: Shape[], pixelRatio = 1) {
  const selectedIds = new Set<string>();
  /** Number of times that a tile was cleared to draw it. */
  const tileClears = { count: 0 };
  /** Milliseconds for painting one shape. */
  const paintTime = { ms: 1 };
  let time = 0;
  let scheduledFrame: (() => void) | null = null;
  const surfaces = new Map<unknown, RecordedSurface>();
  const redraws = { count: 0 };
  /** For each rasterization of a surface, the number of shapes painted on it. */
  const flushCounts: number[] = [];
  const createSurface = (): Surface => {
    const recordedSurface: RecordedSurface = { painted: [] };
    const canvas = {} as CanvasImageSource;
    surfaces.set(canvas, recordedSurface);
    const target = {
      strokeStyle: '',
      measureText: () => ({ width: 10 }),
      clearRect: (...area: [number, number, number, number]) => {
        if (area[2] === TILE_SIDE && area[3] === TILE_SIDE) tileClears.count += 1;
        recordedSurface.painted = recordedSurface.painted.filter(({ bounds }) => !isTouching(bounds, toBounds(...area)));
      },
      drawImage: (source: unknown) => recordedSurface.painted.push(...(surfaces.get(source)?.painted ?? [])),
      strokeRect: (...area: [number, number, number, number]) => {
        recordedSurface.painted.push({ id: target.strokeStyle, bounds: toBounds(...area) });
        time += paintTime.ms;
      },
    };
    const context = new Proxy(target, {
      get: (contextTarget, key) => contextTarget[key as keyof typeof contextTarget] ?? (() => undefined),
    });
    const flush = () => {
      flushCounts.push(recordedSurface.painted.length);
    };
    return { canvas, context: context as unknown as CanvasRenderingContext2D, flush };
  };
  const tiles = new ShapeTiles({
    kinds: shapeKinds,
    imageSize: IMAGE_SIZE,
    pixelRatio,
    createSurface,
    getLook: (shape) => ({ name: '', color: shape.id }),
    isSelected: ({ id }) => selectedIds.has(id),
    shapesIn: (bounds: Bounds) => shapes.filter((shape) => isTouching(shapeKinds.getBounds(shape), bounds)),
    now: () => time,
    nextFrame: (runFrame) => {
      scheduledFrame = runFrame;
      return () => {
        scheduledFrame = null;
      };
    },
    onChange: () => {
      redraws.count += 1;
    },
  });
  const runNextFrame = () => {
    const runFrame = scheduledFrame;
    scheduledFrame = null;
    time += 16;
    runFrame?.();
  };
  const runFrames = () => {
    for (let frames = 0; scheduledFrame && frames < 500; frames += 1) runNextFrame();
  };
  /** Returns the drawn tiles: their shapes and their area on the screen. */
  const readTiles = () => {
    const drawnTiles: { shapes: string[]; x: number; y: number; width: number }[] = [];
    const context = new Proxy(
      {},
      {
        get: (_, key) =>
          key === 'drawImage'
            ? (canvas: unknown, x: number, y: number, width: number) =>
                drawnTiles.push({ shapes: surfaces.get(canvas)!.painted.map(({ id }) => id), x, y, width })
            : () => undefined,
      },
    );
    tiles.draw(context as CanvasRenderingContext2D);
    return drawnTiles;
  };
  return {
    tiles,
    shapes,
    selectedIds,
    tileClears,
    paintTime,
    readTiles,
    runNextFrame,
    runFrames,
    redraws,
    flushCounts,
    readIds: () => [...new Set(readTiles().flatMap((tile) => tile.shapes))].sort(),
    wait: (ms: number) => {
      time += ms;
    },
  };
}

test('visible tiles are drawn once and copied while panning', () => {
  const { tiles, readTiles, runFrames, redraws, readIds } = setUp([
    createBox('a', [10, 10, 100, 100]),
    createBox('b', [1500, 600, 1600, 700]),
  ]);
  tiles.setView(FITTED_CAMERA, VIEW_SIZE);
  runFrames();
  expect(readIds()).toEqual(['a', 'b']);
  const redrawCountBefore = redraws.count;
  tiles.setView({ ...FITTED_CAMERA, x: -100 }, VIEW_SIZE);
  expect(readTiles()[0]).toMatchObject({ shapes: ['a'], x: -100, y: 0, width: TILE_SIDE });
  runFrames();
  expect(redraws.count).toBe(redrawCountBefore);
});

test('a zoom scales existing tiles until it has finished', () => {
  const { tiles, readTiles, runFrames, runNextFrame, wait } = setUp([createBox('a', [10, 10, 100, 100])]);
  tiles.setView(FITTED_CAMERA, VIEW_SIZE);
  runFrames();
  for (const scale of [0.6, 0.7, 0.8]) {
    tiles.setView({ x: 0, y: 0, scale }, VIEW_SIZE);
    runNextFrame();
    expect(readTiles()[0]).toMatchObject({ shapes: ['a'], width: TILE_SIDE * (scale / 0.5) });
  }
  wait(200);
  runFrames();
  expect(readTiles()[0]).toMatchObject({ shapes: ['a'], width: TILE_SIDE });
});

test('tiles use the device pixels of a dense screen', () => {
  const { tiles, readTiles, runFrames } = setUp([createBox('a', [10, 10, 100, 100])], 2);
  tiles.setView(FITTED_CAMERA, VIEW_SIZE);
  runFrames();
  expect(readTiles()[0]).toMatchObject({ width: TILE_SIDE / 2 });
});

test('tiles are placed on whole device pixels', () => {
  const { tiles, readTiles, runFrames } = setUp([createBox('a', [10, 10, 100, 100])]);
  tiles.setView({ ...FITTED_CAMERA, x: 10.4, y: -3.7 }, VIEW_SIZE);
  runFrames();
  expect(readTiles().map(({ x, y }) => [x, y])).toContainEqual([10, -4]);
  expect(
    readTiles()
      .flatMap(({ x, y }) => [x, y])
      .every(Number.isInteger),
  ).toBe(true);
});

test('a tile with many shapes is rasterized in several flushes', () => {
  const crowdedShapes = Array.from({ length: 200 }, (_, index) => createBox(`${index}`, [10 + index, 10, 40 + index, 40]));
  const { tiles, runFrames, flushCounts } = setUp(crowdedShapes);
  tiles.setView(FITTED_CAMERA, VIEW_SIZE);
  runFrames();
  expect(flushCounts.slice(0, 4)).toEqual([64, 128, 192, 200]);
});

test('a shape with a caption invalidates adjacent tiles whose captions it can move', () => {
  const firstShape = createBox('a', [10, 10, 100, 100]);
  const { tiles, runFrames } = setUp([firstShape, createBox('b', [1500, 600, 1600, 700])]);
  tiles.setView({ ...FITTED_CAMERA, scale: 1 }, VIEW_SIZE);
  runFrames();
  // All three shapes lie outside the first tile, which ends at 512. Only the first shape can move a caption in this tile. The second shape
  // is too small for a caption, and the third is too far away.
  for (const [adjacentShape, isFresh] of [
    [createBox('c', [1100, 10, 1200, 100]), false],
    [createBox('small', [600, 10, 640, 50]), true],
    [createBox('far', [1200, 10, 1300, 100]), true],
  ] as const) {
    tiles.invalidate([adjacentShape]);
    expect(tiles.isFresh(firstShape)).toBe(isFresh);
    runFrames();
  }
});

test('a small change in a crowded tile repaints only the shapes around it', () => {
  const crowdedShapes = Array.from({ length: 900 }, (_, index) => {
    const [x, y] = [(index % 30) * 30, Math.floor(index / 30) * 30];
    return createBox(`s${index}`, [x, y, x + 20, y + 20]);
  });
  const { tiles, shapes, runFrames, flushCounts, readIds } = setUp(crowdedShapes);
  tiles.setView(FITTED_CAMERA, VIEW_SIZE);
  runFrames();
  flushCounts.splice(0);
  const idsBefore = readIds();
  const [changedShape] = shapes.splice(465, 1);
  tiles.invalidate([changedShape!]);
  runFrames();
  expect(readIds()).toEqual(idsBefore.filter((id) => id !== changedShape!.id));
  // One rasterization is enough, because only the neighbours are painted again.
  expect(flushCounts).toHaveLength(1);
});

test('a change invalidates only the tiles that it touches', () => {
  // Small shapes have no captions, which would affect a larger area.
  const { tiles, shapes, runFrames, readIds, redraws } = setUp([
    createBox('a', [10, 10, 90, 90]),
    createBox('b', [1500, 600, 1600, 700]),
  ]);
  tiles.setView(FITTED_CAMERA, VIEW_SIZE);
  runFrames();
  const redrawCountBefore = redraws.count;
  shapes[0] = createBox('moved', [20, 20, 100, 100]);
  tiles.invalidate([createBox('a', [10, 10, 90, 90]), shapes[0]]);
  expect(tiles.isFresh(shapes[0])).toBe(false);
  expect(tiles.isFresh(shapes[1]!)).toBe(true);
  expect(readIds()).toEqual(['a', 'b']);
  runFrames();
  expect(readIds()).toEqual(['b', 'moved']);
  expect(tiles.isFresh(shapes[0])).toBe(true);
  expect(redraws.count).toBe(redrawCountBefore + 1);
});

test('tiles below changes that are painted on top skip a frame and use the small time budget', () => {
  const crowdedShapes = Array.from({ length: 400 }, (_, index) => createBox(`s${index}`, [index, 10, index + 20, 30]));
  const { tiles, runFrames, runNextFrame, flushCounts, paintTime, wait } = setUp(crowdedShapes);
  const backgroundBox = createBox('place', [0, 0, 1000, 1000]);
  /** Returns how many parts of a tile are rasterized in each of the next frames. */
  const countPieces = (frames: number) =>
    Array.from({ length: frames }, () => {
      flushCounts.splice(0);
      runNextFrame();
      return flushCounts.length;
    });
  tiles.setView(FITTED_CAMERA, VIEW_SIZE);
  runFrames();
  wait(500);
  paintTime.ms = 0.05;
  tiles.invalidateCovered([backgroundBox]);
  expect(countPieces(3)).toEqual([0, 2, 2]);
  // Another shape is selected while the tile is being drawn.
  tiles.invalidateCovered([backgroundBox]);
  expect(countPieces(2)).toEqual([0, 2]);
  // `invalidate` is for shapes that are not painted over the tiles. Drawing starts in the next frame.
  tiles.invalidate([backgroundBox]);
  expect(countPieces(1)).toEqual([4]);
  runFrames();
  expect(tiles.isFresh(backgroundBox)).toBe(true);
});

test('excluded shapes are not drawn', () => {
  const { tiles, runFrames, readIds } = setUp([createBox('a', [10, 10, 100, 100]), createBox('b', [200, 10, 300, 100])]);
  tiles.exclude([createBox('a', [10, 10, 100, 100])]);
  tiles.setView(FITTED_CAMERA, VIEW_SIZE);
  runFrames();
  expect(readIds()).toEqual(['b']);
});

test('shapes are drawn when they become visible', () => {
  const { tiles, runFrames, readIds, runNextFrame } = setUp([createBox('far', [1900, 900, 2000, 1000])]);
  tiles.setView({ x: 0, y: 0, scale: 4 }, VIEW_SIZE);
  runFrames();
  expect(readIds()).toEqual([]);
  tiles.setView({ x: -1900 * 4, y: -900 * 4, scale: 4 }, VIEW_SIZE);
  runNextFrame();
  runFrames();
  expect(readIds()).toEqual(['far']);
});

test('a crowded image is drawn over several frames', () => {
  const crowdedShapes = Array.from({ length: 400 }, (_, index) =>
    createBox(`s${index}`, [index, index % 500, index + 20, (index % 500) + 20]),
  );
  const { tiles, runNextFrame, runFrames, readIds, wait } = setUp(crowdedShapes);
  tiles.setView(FITTED_CAMERA, VIEW_SIZE);
  wait(500);
  runNextFrame();
  expect(readIds().length).toBeLessThan(400);
  runFrames();
  expect(readIds()).toHaveLength(400);
});

test('the overview is shown where sharp tiles are missing', () => {
  const { tiles, runFrames, readTiles, readIds } = setUp([
    createBox('a', [10, 10, 100, 100]),
    createBox('far', [1900, 900, 2000, 1000]),
  ]);
  tiles.setView({ x: 0, y: 0, scale: 4 }, VIEW_SIZE);
  runFrames();
  tiles.setView({ x: -1900 * 4, y: -900 * 4, scale: 4 }, VIEW_SIZE);
  expect(readIds()).toContain('far');
  expect(readTiles()[0]!.width).toBeGreaterThan(TILE_SIDE);
});

test('selecting 5,000 shapes draws each tile once', () => {
  const manyShapes = Array.from({ length: 5000 }, (_, index) => {
    const [x, y] = [(index % 100) * 20, Math.floor(index / 100) * 20];
    return createBox(`s${index}`, [x, y, x + 15, y + 15]);
  });
  const { tiles, runFrames, readTiles, selectedIds, tileClears, readIds } = setUp(manyShapes);
  tiles.setView(FITTED_CAMERA, VIEW_SIZE);
  for (let frameCount = 0; frameCount < 3; frameCount += 1) runFrames();
  const clearCountBefore = tileClears.count;
  manyShapes.forEach(({ id }) => selectedIds.add(id));
  tiles.invalidate(manyShapes);
  for (let frameCount = 0; frameCount < 3; frameCount += 1) runFrames();
  expect(tileClears.count - clearCountBefore).toBe(clearCountBefore);
  expect(readIds()).toContain('#ffffff');
  expect(readTiles()).not.toHaveLength(0);
});
