import { shapeBounds } from '../../geometry/shape';
import type { Bounds, BoxData, BoxShape, Shape } from '../../types';
import { ShapeTiles } from './shape-tiles';
import type { Surface } from './surface';
import { TILE_SIDE, isTouching } from './tile-grid';

const PICTURE = { width: 2048, height: 1024 };
const VIEW = { width: 1024, height: 512 };
const FIT = { x: 0, y: 0, scale: 0.5 };

const box = (id: string, data: BoxData): BoxShape => ({ kind: 'object', id, labelId: id, data, metaData: {} });

interface Recorded {
  /** Ids of the shapes painted since the last clear. Each shape uses its id as color. */
  painted: string[];
}

/** Creates tiles over boxes with a controllable clock and controllable frames. */
function setUp(shapes: Shape[], pixelRatio = 1) {
  const selected = new Set<string>();
  const clears = { count: 0 };
  /** Milliseconds for painting one shape. */
  const paintTime = { ms: 1 };
  let time = 0;
  let frame: (() => void) | null = null;
  const surfaces = new Map<unknown, Recorded>();
  const redraws = { count: 0 };
  /** Number of shapes on the surface at each rasterization. */
  const flushCounts: number[] = [];
  const createSurface = (): Surface => {
    const recorded: Recorded = { painted: [] };
    const canvas = {} as CanvasImageSource;
    surfaces.set(canvas, recorded);
    const target = {
      strokeStyle: '',
      measureText: () => ({ width: 10 }),
      clearRect: () => {
        clears.count += 1;
        recorded.painted.splice(0);
      },
      strokeRect: () => {
        recorded.painted.push(target.strokeStyle);
        time += paintTime.ms;
      },
    };
    const context = new Proxy(target, { get: (own, key) => own[key as keyof typeof own] ?? (() => undefined) });
    const flush = () => {
      flushCounts.push(recorded.painted.length);
    };
    return { canvas, context: context as unknown as CanvasRenderingContext2D, flush };
  };
  const tiles = new ShapeTiles({
    picture: PICTURE,
    pixelRatio,
    createSurface,
    getLook: (shape) => ({ name: '', color: shape.id }),
    isSelected: ({ id }) => selected.has(id),
    shapesIn: (bounds: Bounds) => shapes.filter((shape) => isTouching(shapeBounds(shape), bounds)),
    now: () => time,
    nextFrame: (call) => {
      frame = call;
      return () => {
        frame = null;
      };
    },
    onChange: () => {
      redraws.count += 1;
    },
  });
  const nextFrame = () => {
    const call = frame;
    frame = null;
    time += 16;
    call?.();
  };
  const runFrames = () => {
    for (let frames = 0; frame && frames < 500; frames += 1) nextFrame();
  };
  /** Returns the drawn tiles: their shapes and their area on the screen. */
  const readTiles = () => {
    const drawn: { shapes: string[]; x: number; y: number; width: number }[] = [];
    const context = new Proxy(
      {},
      {
        get: (_, key) =>
          key === 'drawImage'
            ? (canvas: unknown, x: number, y: number, width: number) =>
                drawn.push({ shapes: [...surfaces.get(canvas)!.painted], x, y, width })
            : () => undefined,
      },
    );
    tiles.draw(context as CanvasRenderingContext2D);
    return drawn;
  };
  return {
    tiles,
    shapes,
    selected,
    cleared: clears,
    cost: paintTime,
    seen: readTiles,
    nextFrame,
    rest: runFrames,
    redraws,
    flushed: flushCounts,
    ids: () => [...new Set(readTiles().flatMap((tile) => tile.shapes))].sort(),
    wait: (ms: number) => {
      time += ms;
    },
  };
}

test('visible tiles are drawn once and copied while panning', () => {
  const { tiles, seen, rest, redraws, ids } = setUp([box('a', [10, 10, 100, 100]), box('b', [1500, 600, 1600, 700])]);
  tiles.setView(FIT, VIEW);
  rest();
  expect(ids()).toEqual(['a', 'b']);
  const drawnOnce = redraws.count;
  tiles.setView({ ...FIT, x: -100 }, VIEW);
  expect(seen()[0]).toMatchObject({ shapes: ['a'], x: -100, y: 0, width: TILE_SIDE });
  rest();
  expect(redraws.count).toBe(drawnOnce);
});

test('a zoom scales existing tiles until it has finished', () => {
  const { tiles, seen, rest, nextFrame, wait } = setUp([box('a', [10, 10, 100, 100])]);
  tiles.setView(FIT, VIEW);
  rest();
  for (const scale of [0.6, 0.7, 0.8]) {
    tiles.setView({ x: 0, y: 0, scale }, VIEW);
    nextFrame();
    expect(seen()[0]).toMatchObject({ shapes: ['a'], width: TILE_SIDE * (scale / 0.5) });
  }
  wait(200);
  rest();
  expect(seen()[0]).toMatchObject({ shapes: ['a'], width: TILE_SIDE });
});

test('tiles use the device pixels of a dense screen', () => {
  const { tiles, seen, rest } = setUp([box('a', [10, 10, 100, 100])], 2);
  tiles.setView(FIT, VIEW);
  rest();
  expect(seen()[0]).toMatchObject({ width: TILE_SIDE / 2 });
});

test('tiles are placed on whole device pixels', () => {
  const { tiles, seen, rest } = setUp([box('a', [10, 10, 100, 100])]);
  tiles.setView({ ...FIT, x: 10.4, y: -3.7 }, VIEW);
  rest();
  expect(seen().map(({ x, y }) => [x, y])).toContainEqual([10, -4]);
  expect(
    seen()
      .flatMap(({ x, y }) => [x, y])
      .every(Number.isInteger),
  ).toBe(true);
});

test('a crowded tile is rasterized in pieces', () => {
  const crowd = Array.from({ length: 200 }, (_, index) => box(`${index}`, [10 + index, 10, 40 + index, 40]));
  const { tiles, rest, flushed } = setUp(crowd);
  tiles.setView(FIT, VIEW);
  rest();
  expect(flushed.slice(0, 4)).toEqual([64, 128, 192, 200]);
});

test('a shape invalidates adjacent tiles whose captions it limits', () => {
  const { tiles, shapes, rest } = setUp([box('a', [10, 10, 100, 100]), box('b', [1500, 600, 1600, 700])]);
  tiles.setView(FIT, VIEW);
  rest();
  // The shape lies outside the first tile, which ends at 1024, but limits a caption that starts inside.
  const beside = box('c', [1200, 10, 1300, 100]);
  shapes.push(beside);
  tiles.invalidate(shapeBounds(beside));
  expect(tiles.isFresh({ minX: 10, minY: 10, maxX: 100, maxY: 100 })).toBe(false);
  rest();
  tiles.invalidate({ minX: 1400, minY: 10, maxX: 1450, maxY: 100 });
  expect(tiles.isFresh({ minX: 10, minY: 10, maxX: 100, maxY: 100 })).toBe(true);
});

test('a change invalidates only the tiles that it touches', () => {
  const { tiles, shapes, rest, ids, redraws } = setUp([box('a', [10, 10, 100, 100]), box('b', [1500, 600, 1600, 700])]);
  tiles.setView(FIT, VIEW);
  rest();
  const before = redraws.count;
  shapes[0] = box('moved', [20, 20, 110, 110]);
  tiles.invalidate({ minX: 10, minY: 10, maxX: 110, maxY: 110 });
  expect(tiles.isFresh(shapeBounds(shapes[0]))).toBe(false);
  expect(tiles.isFresh(shapeBounds(shapes[1]!))).toBe(true);
  expect(ids()).toEqual(['a', 'b']);
  rest();
  expect(ids()).toEqual(['b', 'moved']);
  expect(tiles.isFresh(shapeBounds(shapes[0]))).toBe(true);
  expect(redraws.count).toBe(before + 1);
});

test('tiles below painted changes skip a frame and use the small budget', () => {
  const crowd = Array.from({ length: 400 }, (_, index) => box(`s${index}`, [index, 10, index + 20, 30]));
  const { tiles, rest, nextFrame, flushed, cost, wait } = setUp(crowd);
  const place = { minX: 0, minY: 0, maxX: 500, maxY: 100 };
  /** Counts the pieces that each of the next frames draws. */
  const pieces = (frames: number) =>
    Array.from({ length: frames }, () => {
      flushed.splice(0);
      nextFrame();
      return flushed.length;
    });
  tiles.setView(FIT, VIEW);
  rest();
  wait(500);
  cost.ms = 0.05;
  tiles.invalidateCovered([place]);
  expect(pieces(3)).toEqual([0, 2, 2]);
  // Another shape is selected while the tile is being drawn.
  tiles.invalidateCovered([place]);
  expect(pieces(2)).toEqual([0, 2]);
  // A change that is not painted on top is drawn immediately.
  tiles.invalidateAll([place]);
  expect(pieces(1)).toEqual([4]);
  rest();
  expect(tiles.isFresh(place)).toBe(true);
});

test('excluded shapes are not drawn', () => {
  const { tiles, rest, ids } = setUp([box('a', [10, 10, 100, 100]), box('b', [200, 10, 300, 100])]);
  tiles.exclude(new Set(['a']));
  tiles.setView(FIT, VIEW);
  rest();
  expect(ids()).toEqual(['b']);
});

test('shapes are drawn when they become visible', () => {
  const { tiles, rest, ids, nextFrame } = setUp([box('far', [1900, 900, 2000, 1000])]);
  tiles.setView({ x: 0, y: 0, scale: 4 }, VIEW);
  rest();
  expect(ids()).toEqual([]);
  tiles.setView({ x: -1900 * 4, y: -900 * 4, scale: 4 }, VIEW);
  nextFrame();
  rest();
  expect(ids()).toEqual(['far']);
});

test('a crowded image is drawn over several frames', () => {
  const crowd = Array.from({ length: 400 }, (_, index) => box(`s${index}`, [index, index % 500, index + 20, (index % 500) + 20]));
  const { tiles, nextFrame, rest, ids, wait } = setUp(crowd);
  tiles.setView(FIT, VIEW);
  wait(500);
  nextFrame();
  expect(ids().length).toBeLessThan(400);
  rest();
  expect(ids()).toHaveLength(400);
});

test('the overview is shown where sharp tiles are missing', () => {
  const { tiles, rest, seen, ids } = setUp([box('a', [10, 10, 100, 100]), box('far', [1900, 900, 2000, 1000])]);
  tiles.setView({ x: 0, y: 0, scale: 4 }, VIEW);
  rest();
  tiles.setView({ x: -1900 * 4, y: -900 * 4, scale: 4 }, VIEW);
  expect(ids()).toContain('far');
  expect(seen()[0]!.width).toBeGreaterThan(TILE_SIDE);
});

test('selecting 5,000 shapes draws each tile once', () => {
  const many = Array.from({ length: 5000 }, (_, index) => {
    const [x, y] = [(index % 100) * 20, Math.floor(index / 100) * 20];
    return box(`s${index}`, [x, y, x + 15, y + 15]);
  });
  const { tiles, rest, seen, selected, cleared, ids } = setUp(many);
  tiles.setView(FIT, VIEW);
  for (let turns = 0; turns < 3; turns += 1) rest();
  const before = cleared.count;
  many.forEach(({ id }) => selected.add(id));
  tiles.invalidateAll(many.map(shapeBounds));
  for (let turns = 0; turns < 3; turns += 1) rest();
  expect(cleared.count - before).toBe(before);
  expect(ids()).toContain('#ffffff');
  expect(seen()).not.toHaveLength(0);
});
