import { shapeBounds } from '../../geometry/shape';
import type { Bounds, BoxData, BoxShape, Shape } from '../../types';
import { SettledTiles } from './settled-tiles';
import type { Surface } from './surface';
import { TILE_SIDE, touches } from './tile-grid';

const PICTURE = { width: 2048, height: 1024 };
const VIEW = { width: 1024, height: 512 };
const FIT = { x: 0, y: 0, scale: 0.5 };

const box = (id: string, data: BoxData): BoxShape => ({ kind: 'object', id, labelId: id, data, metaData: {} });

interface Recorded {
  /** Ids of the shapes painted since the last clearing: each has its own colour. */
  painted: string[];
}

/** Tiles over boxes, with time and frames in the test's hand. */
function setUp(shapes: Shape[], pixelRatio = 1) {
  const selected = new Set<string>();
  const cleared = { count: 0 };
  /** Milliseconds that a shape takes. */
  const cost = { of: 1 };
  let time = 0;
  let frame: (() => void) | null = null;
  const surfaces = new Map<unknown, Recorded>();
  const redraws = { count: 0 };
  /** How many shapes were on the surface each time that it was turned into pixels. */
  const flushed: number[] = [];
  const createSurface = (): Surface => {
    const recorded: Recorded = { painted: [] };
    const canvas = {} as CanvasImageSource;
    surfaces.set(canvas, recorded);
    const target = {
      strokeStyle: '',
      measureText: () => ({ width: 10 }),
      clearRect: () => {
        cleared.count += 1;
        recorded.painted.splice(0);
      },
      strokeRect: () => {
        recorded.painted.push(target.strokeStyle);
        time += cost.of;
      },
    };
    const context = new Proxy(target, { get: (own, key) => own[key as keyof typeof own] ?? (() => undefined) });
    const flush = () => {
      flushed.push(recorded.painted.length);
    };
    return { canvas, context: context as unknown as CanvasRenderingContext2D, flush };
  };
  const tiles = new SettledTiles({
    picture: PICTURE,
    pixelRatio,
    createSurface,
    lookOf: (shape) => ({ name: '', color: shape.id }),
    isSelected: ({ id }) => selected.has(id),
    shapesIn: (bounds: Bounds) => shapes.filter((shape) => touches(shapeBounds(shape), bounds)),
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
  const rest = () => {
    for (let frames = 0; frame && frames < 500; frames += 1) nextFrame();
  };
  /** What is seen: which shapes, on how large a part of the screen. */
  const seen = () => {
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
    cleared,
    cost,
    seen,
    nextFrame,
    rest,
    redraws,
    flushed,
    ids: () => [...new Set(seen().flatMap((tile) => tile.shapes))].sort(),
    wait: (ms: number) => {
      time += ms;
    },
  };
}

test('what is in view is drawn once, and then only copied while the hand moves', () => {
  const { tiles, seen, rest, redraws, ids } = setUp([box('a', [10, 10, 100, 100]), box('b', [1500, 600, 1600, 700])]);
  tiles.look(FIT, VIEW);
  rest();
  expect(ids()).toEqual(['a', 'b']);
  const drawnOnce = redraws.count;
  tiles.look({ ...FIT, x: -100 }, VIEW);
  expect(seen()[0]).toMatchObject({ shapes: ['a'], x: -100, y: 0, width: TILE_SIDE });
  rest();
  expect(redraws.count).toBe(drawnOnce);
});

test('a zoom stretches what is there; sharp tiles come when it rests, not before', () => {
  const { tiles, seen, rest, nextFrame, wait } = setUp([box('a', [10, 10, 100, 100])]);
  tiles.look(FIT, VIEW);
  rest();
  for (const scale of [0.6, 0.7, 0.8]) {
    tiles.look({ x: 0, y: 0, scale }, VIEW);
    nextFrame();
    expect(seen()[0]).toMatchObject({ shapes: ['a'], width: TILE_SIDE * (scale / 0.5) });
  }
  wait(200);
  rest();
  expect(seen()[0]).toMatchObject({ shapes: ['a'], width: TILE_SIDE });
});

test("on a dense screen tiles have the screen's pixels", () => {
  const { tiles, seen, rest } = setUp([box('a', [10, 10, 100, 100])], 2);
  tiles.look(FIT, VIEW);
  rest();
  expect(seen()[0]).toMatchObject({ width: TILE_SIDE / 2 });
});

test('tiles lie on whole device pixels, so that their copy is exact', () => {
  const { tiles, seen, rest } = setUp([box('a', [10, 10, 100, 100])]);
  tiles.look({ ...FIT, x: 10.4, y: -3.7 }, VIEW);
  rest();
  expect(seen().map(({ x, y }) => [x, y])).toContainEqual([10, -4]);
  expect(
    seen()
      .flatMap(({ x, y }) => [x, y])
      .every(Number.isInteger),
  ).toBe(true);
});

test('a crowded tile is turned into pixels piece by piece, not all in the frame that first shows it', () => {
  const crowd = Array.from({ length: 200 }, (_, index) => box(`${index}`, [10 + index, 10, 40 + index, 40]));
  const { tiles, rest, flushed } = setUp(crowd);
  tiles.look(FIT, VIEW);
  rest();
  expect(flushed.slice(0, 4)).toEqual([64, 128, 192, 200]);
});

test('a shape that ends the captions of a tile beside it spoils that too', () => {
  const { tiles, shapes, rest } = setUp([box('a', [10, 10, 100, 100]), box('b', [1500, 600, 1600, 700])]);
  tiles.look(FIT, VIEW);
  rest();
  // Beside the first tile, which ends at 1024: a caption that begins there may be as long as to here.
  const beside = box('c', [1200, 10, 1300, 100]);
  shapes.push(beside);
  tiles.spoil(shapeBounds(beside));
  expect(tiles.isFresh({ minX: 10, minY: 10, maxX: 100, maxY: 100 })).toBe(false);
  rest();
  tiles.spoil({ minX: 1400, minY: 10, maxX: 1450, maxY: 100 });
  expect(tiles.isFresh({ minX: 10, minY: 10, maxX: 100, maxY: 100 })).toBe(true);
});

test('a change spoils the tiles that it lies on and no others', () => {
  const { tiles, shapes, rest, ids, redraws } = setUp([box('a', [10, 10, 100, 100]), box('b', [1500, 600, 1600, 700])]);
  tiles.look(FIT, VIEW);
  rest();
  const before = redraws.count;
  shapes[0] = box('moved', [20, 20, 110, 110]);
  tiles.spoil({ minX: 10, minY: 10, maxX: 110, maxY: 110 });
  expect(tiles.isFresh(shapeBounds(shapes[0]))).toBe(false);
  expect(tiles.isFresh(shapeBounds(shapes[1]!))).toBe(true);
  expect(ids()).toEqual(['a', 'b']);
  rest();
  expect(ids()).toEqual(['b', 'moved']);
  expect(tiles.isFresh(shapeBounds(shapes[0]))).toBe(true);
  expect(redraws.count).toBe(before + 1);
});

test('what is drawn over the tiles has the next frame to itself, and they take little of those after', () => {
  const crowd = Array.from({ length: 400 }, (_, index) => box(`s${index}`, [index, 10, index + 20, 30]));
  const { tiles, rest, nextFrame, flushed, cost, wait } = setUp(crowd);
  const place = { minX: 0, minY: 0, maxX: 500, maxY: 100 };
  /** Pieces that each of the next frames draws. */
  const pieces = (frames: number) =>
    Array.from({ length: frames }, () => {
      flushed.splice(0);
      nextFrame();
      return flushed.length;
    });
  tiles.look(FIT, VIEW);
  rest();
  wait(500);
  cost.of = 0.05;
  tiles.spoilBehind([place]);
  expect(pieces(3)).toEqual([0, 2, 2]);
  // The next one selected, while the tile is still being drawn.
  tiles.spoilBehind([place]);
  expect(pieces(2)).toEqual([0, 2]);
  // A change that nothing else shows is seen sooner.
  tiles.spoilAll([place]);
  expect(pieces(1)).toEqual([4]);
  rest();
  expect(tiles.isFresh(place)).toBe(true);
});

test('a shape that is drawn live is left out', () => {
  const { tiles, rest, ids } = setUp([box('a', [10, 10, 100, 100]), box('b', [200, 10, 300, 100])]);
  tiles.leaveOut(new Set(['a']));
  tiles.look(FIT, VIEW);
  rest();
  expect(ids()).toEqual(['b']);
});

test('what is out of view is not drawn, and is when it comes into view', () => {
  const { tiles, rest, ids, nextFrame } = setUp([box('far', [1900, 900, 2000, 1000])]);
  tiles.look({ x: 0, y: 0, scale: 4 }, VIEW);
  rest();
  expect(ids()).toEqual([]);
  tiles.look({ x: -1900 * 4, y: -900 * 4, scale: 4 }, VIEW);
  nextFrame();
  rest();
  expect(ids()).toEqual(['far']);
});

test('no frame waits for a crowded picture: it is drawn a piece in each', () => {
  const crowd = Array.from({ length: 400 }, (_, index) => box(`s${index}`, [index, index % 500, index + 20, (index % 500) + 20]));
  const { tiles, nextFrame, rest, ids, wait } = setUp(crowd);
  tiles.look(FIT, VIEW);
  wait(500);
  nextFrame();
  expect(ids().length).toBeLessThan(400);
  rest();
  expect(ids()).toHaveLength(400);
});

test('while the hand pans on at depth, the coarse picture of all stands where sharp tiles are missing', () => {
  const { tiles, rest, seen, ids } = setUp([box('a', [10, 10, 100, 100]), box('far', [1900, 900, 2000, 1000])]);
  tiles.look({ x: 0, y: 0, scale: 4 }, VIEW);
  rest();
  tiles.look({ x: -1900 * 4, y: -900 * 4, scale: 4 }, VIEW);
  expect(ids()).toContain('far');
  expect(seen()[0]!.width).toBeGreaterThan(TILE_SIDE);
});

test('5,000 shapes that are selected at once draw each tile anew once, with their look', () => {
  const many = Array.from({ length: 5000 }, (_, index) => {
    const [x, y] = [(index % 100) * 20, Math.floor(index / 100) * 20];
    return box(`s${index}`, [x, y, x + 15, y + 15]);
  });
  const { tiles, rest, seen, selected, cleared, ids } = setUp(many);
  tiles.look(FIT, VIEW);
  for (let turns = 0; turns < 3; turns += 1) rest();
  const before = cleared.count;
  many.forEach(({ id }) => selected.add(id));
  tiles.spoilAll(many.map(shapeBounds));
  for (let turns = 0; turns < 3; turns += 1) rest();
  expect(cleared.count - before).toBe(before);
  expect(ids()).toContain('#ffffff');
  expect(seen()).not.toHaveLength(0);
});
