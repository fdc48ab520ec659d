import fc from 'fast-check';
import { getPolygonArea, getPolygonBounds } from '../../../editor/geometry/polygon';
import type { PolygonData } from '../../../editor/model/types';
import { createBox, createMask, createPolygon, TestEditor } from '../../../editor/testing/test-editor';
import { getMaskArea } from '../../mask/mask-region';
import { formatMask, parseMask } from '../../mask/testing/drawn-mask';
import { applyAdjustment, calculateAdjustment, changePolygons, cutPolygons, getAdjustedShapes } from './change-polygons';
import {
  cutPolygon,
  fitToNeighbours,
  getSharedArea,
  intersectPolygons,
  subtractPolygons,
  unitePolygons,
  type Pieces,
} from './polygon-sets';
import { simplifyPolygon, smoothPolygon } from './polygon-vertices';

const createSquare = (x: number, y: number, side: number): PolygonData => [x, y, x + side, y, x + side, y + side, x, y + side];
const getAreas = (pieces: Pieces) => pieces.map(getPolygonArea).toSorted((a, b) => a - b);
const getTotalArea = (pieces: Pieces) => pieces.reduce((sum, piece) => sum + getPolygonArea(piece), 0);

/** A random star-shaped polygon, whose edges do not cross. */
const anyStar: fc.Arbitrary<PolygonData> = fc
  .record({
    x: fc.integer({ min: 150, max: 350 }),
    y: fc.integer({ min: 150, max: 350 }),
    radii: fc.array(fc.integer({ min: 20, max: 140 }), { minLength: 3, maxLength: 12 }),
  })
  .map(({ x, y, radii }) =>
    radii.flatMap((radius, index) => {
      const angle = (index / radii.length) * 2 * Math.PI;
      return [Math.round(x + radius * Math.cos(angle)), Math.round(y + radius * Math.sin(angle))];
    }),
  )
  .filter((data) => getPolygonArea(data) > 0);

describe('sets of polygons', () => {
  test('union, intersection and difference have consistent areas', () => {
    fc.assert(
      fc.property(anyStar, anyStar, (a, b) => {
        const sharedArea = getTotalArea(intersectPolygons([a, b]));
        expect(getTotalArea(unitePolygons([a, b]).flat())).toBeCloseTo(getPolygonArea(a) + getPolygonArea(b) - sharedArea, 1);
        expect(getTotalArea(subtractPolygons(a, [b]))).toBeCloseTo(getPolygonArea(a) - sharedArea, 1);
        expect(getSharedArea(a, b)).toBeCloseTo(sharedArea, 1);
      }),
      { numRuns: isLongRun ? 150 : 50 },
    );
  });

  test('a result with a hole is split without loss of area', () => {
    expect(getAreas(subtractPolygons(createSquare(0, 0, 100), [createSquare(40, 40, 20)]))).toEqual([4800, 4800]);
    expect(
      getTotalArea(subtractPolygons(createSquare(0, 0, 100), [createSquare(10, 10, 20), createSquare(50, 60, 20)])),
    ).toBeCloseTo(9200);
  });

  test('a cut divides a polygon at the extended line', () => {
    const pieces = cutPolygon(createSquare(0, 0, 100), { from: { x: 50, y: -10 }, to: { x: 50, y: 40 } });
    expect(getAreas(pieces)).toEqual([5000, 5000]);
    expect(cutPolygon(createSquare(0, 0, 100), { from: { x: 200, y: 0 }, to: { x: 200, y: 50 } })).toEqual([
      createSquare(0, 0, 100),
    ]);
    expect(cutPolygon(createSquare(0, 0, 100), { from: { x: 50, y: 50 }, to: { x: 50, y: 50 } })).toHaveLength(1);
  });

  test('a cut preserves the area of any polygon', () => {
    const position = fc.record({ x: fc.integer({ min: 0, max: 500 }), y: fc.integer({ min: 0, max: 500 }) });
    fc.assert(
      fc.property(anyStar, position, position, (data, from, to) => {
        expect(getTotalArea(cutPolygon(data, { from, to }))).toBeCloseTo(getPolygonArea(data), 1);
      }),
      { numRuns: isLongRun ? 150 : 50 },
    );
  });
});

describe('fitToNeighbours', () => {
  const fitOutline = (data: PolygonData, neighbours: readonly PolygonData[], maxGap: number) =>
    getAreas(fitToNeighbours(data, neighbours, maxGap));

  test('fills only gaps up to the width', () => {
    expect(fitOutline(createSquare(0, 0, 100), [createSquare(104, 0, 100), createSquare(0, 110, 100)], 5)).toEqual([
      expect.closeTo(10_400, 0),
    ]);
    expect(fitOutline(createSquare(0, 0, 100), [createSquare(104, 0, 100), createSquare(0, 110, 100)], 3)).toEqual([10_000]);
  });

  test('does not extend past the ends of a gap', () => {
    const [piece = []] = fitToNeighbours(createSquare(0, 0, 100), [createSquare(104, -50, 200)], 20);
    expect(getPolygonBounds(piece)).toEqual({ minX: 0, minY: 0, maxX: 104, maxY: 100 });
    expect(getPolygonArea(piece)).toBeCloseTo(10_400, 0);
  });

  test('fills a dent of the neighbour and removes the overlap', () => {
    const dentedNeighbour = [102, 0, 200, 0, 200, 100, 102, 100, 102, 60, 106, 50, 102, 40];
    expect(fitOutline(createSquare(0, 0, 100), [dentedNeighbour], 8)).toEqual([expect.closeTo(10_000 + 200 + 40, 0)]);
    expect(fitOutline(createSquare(0, 0, 100), [createSquare(90, 0, 100)], 8)).toEqual([expect.closeTo(9_000, 0)]);
  });

  test('leaves neighbours free and loses no other area, for any outlines', () => {
    fc.assert(
      fc.property(anyStar, anyStar, (a, b) => {
        const pieces = fitToNeighbours(a, [b], 10);
        for (const piece of pieces) expect(getSharedArea(piece, b)).toBeLessThan(0.05);
        expect(getTotalArea(pieces)).toBeGreaterThanOrEqual(getPolygonArea(a) - getSharedArea(a, b) - 0.05);
      }),
      { numRuns: isLongRun ? 150 : 50 },
    );
  });

  test('fills a gap between edges that nearly coincide', () => {
    const outline = [210, 150, 196, 169, 174, 162, 174, 138, 196, 131];
    const neighbour = [271, 150, 166, 171, 144, 167, 134, 150, 144, 133, 164, 133];
    expect(getTotalArea(fitToNeighbours(outline, [neighbour], 10))).toBeGreaterThan(
      getPolygonArea(outline) - getSharedArea(outline, neighbour),
    );
  });
});

describe('vertices', () => {
  test('simplifyPolygon removes vertices on straight edges and keeps the corners', () => {
    const data = [0, 0, 50, 1, 100, 0, 100, 50, 100, 100, 50, 99, 0, 100, 1, 50];
    expect(getPolygonArea(simplifyPolygon(data, 2))).toBe(10_000);
    expect(simplifyPolygon(data, 2)).toHaveLength(8);
    expect(simplifyPolygon(data, 1_000)).toBe(data);
  });

  test('smoothPolygon rounds corners and loses little area', () => {
    const smoothedOutline = smoothPolygon(createSquare(0, 0, 100));
    expect(smoothedOutline.length).toBeGreaterThan(16);
    expect(getPolygonArea(smoothedOutline)).toBeGreaterThan(8_000);
  });
});

describe('commands', () => {
  const openWithPolygons = (...data: readonly PolygonData[]) => {
    const editor = new TestEditor().load(
      ...data.map((vertices, index) => createPolygon(`p${index}`, vertices, index === 0 ? 'leaf' : 'stem')),
    );
    editor.select(data.map((_, index) => `p${index}`));
    return editor;
  };
  const calculateChange = (editor: TestEditor, operation: Parameters<typeof calculateAdjustment>[1], value: number) =>
    calculateAdjustment(editor, operation, value, new AbortController().signal);
  const calculateAndApply = async (
    editor: TestEditor,
    ...change: [operation: Parameters<typeof calculateAdjustment>[1], value: number]
  ) => applyAdjustment(editor, await calculateChange(editor, ...change));
  const getPolygons = (editor: TestEditor) => editor.document.getShapes().map(({ id, data }) => [id, getPolygonArea(data)]);

  test('merge replaces touching polygons by one, and one undo restores them', () => {
    const editor = openWithPolygons(createSquare(0, 0, 100), createSquare(100, 0, 100), createSquare(300, 0, 50));
    expect(changePolygons(editor, 'merge')).toBe(true);
    expect(getPolygons(editor)).toEqual([
      ['p0', 20_000],
      ['p2', 2_500],
    ]);
    editor.expectShape('p0', { labelId: 'leaf', serverId: 'p0' });
    expect(editor.localChanges).toHaveLength(1);
    editor.undo();
    expect(getPolygons(editor)).toHaveLength(3);
  });

  test('subtract and intersect keep the first polygon and delete the others', () => {
    const subtractEditor = openWithPolygons(createSquare(0, 0, 100), createSquare(50, 0, 100));
    changePolygons(subtractEditor, 'subtract');
    expect(getPolygons(subtractEditor)).toEqual([['p0', 5_000]]);
    const intersectEditor = openWithPolygons(createSquare(0, 0, 100), createSquare(80, 0, 100));
    changePolygons(intersectEditor, 'intersect');
    expect(getPolygons(intersectEditor)).toEqual([['p0', 2_000]]);
  });

  test('merge and intersect delete a polygon without changing a polygon that keeps its outline', () => {
    const mergeEditor = openWithPolygons(createSquare(0, 0, 100), createSquare(20, 20, 30));
    expect(changePolygons(mergeEditor, 'merge')).toBe(true);
    expect([getPolygons(mergeEditor), mergeEditor.topics.notice.getSnapshot()]).toEqual([[['p0', 10_000]], null]);
    const intersectEditor = openWithPolygons(createSquare(20, 20, 30), createSquare(0, 0, 100));
    expect(changePolygons(intersectEditor, 'intersect')).toBe(true);
    expect([getPolygons(intersectEditor), intersectEditor.topics.notice.getSnapshot()]).toEqual([[['p0', 900]], null]);
  });

  test.each(['merge', 'subtract', 'intersect'] as const)('%s leaves separate polygons and explains it', (operation) => {
    const editor = openWithPolygons(createSquare(0, 0, 100), createSquare(200, 0, 100));
    expect(changePolygons(editor, operation)).toBe(false);
    expect(editor.localChanges).toEqual([]);
    expect(editor.topics.notice.getSnapshot()).toEqual({ type: 'polygons-unchanged', count: 2 });
  });

  test('a width of 0 removes the overlap with neighbours, which stay unchanged', async () => {
    const editor = openWithPolygons(createSquare(0, 0, 100), createSquare(90, 0, 100), createSquare(180, 0, 100));
    editor.select('p1');
    await calculateAndApply(editor, 'fill-gaps', 0);
    expect(editor.getShape('p1').data).toEqual(expect.arrayContaining([100, 180]));
    expect(getPolygons(editor)).toEqual([
      ['p0', 10_000],
      ['p1', 8_000],
      ['p2', 10_000],
    ]);
  });

  test('fill-gaps previews and closes gaps to neighbours as one undo step', async () => {
    const editor = openWithPolygons(createSquare(0, 0, 100), createSquare(103, 0, 100), createSquare(206, 0, 100));
    editor.select(['p0', 'p1']);
    expect(getAdjustedShapes(await calculateChange(editor, 'fill-gaps', 5)).map(({ data }) => getPolygonArea(data))).toEqual([
      10_000,
      expect.closeTo(10_600, 0),
    ]);
    expect(editor.localChanges).toEqual([]);
    expect(await calculateAndApply(editor, 'fill-gaps', 5)).toBe(true);
    expect(getPolygons(editor)).toEqual([
      ['p0', 10_000],
      ['p1', 10_600],
      ['p2', 10_000],
    ]);
    editor.expectSelected('p1').undo();
    editor.expectShape('p1', { data: createSquare(103, 0, 100) });
  });

  test('fill-gaps extends masks to masks and polygons, and removes the overlap, as one undo step', async () => {
    const size = { width: 800, height: 600 };
    const createRows = (count: number) => Array.from({ length: 10 }, () => '#'.repeat(count));
    const editor = openWithPolygons(createSquare(20, 0, 10)).load(
      createMask('left', parseMask(createRows(10), 0, 0, size)),
      createMask('middle', parseMask(createRows(4), 13, 0, size)),
      createMask('over', parseMask(createRows(3), 9, 20, size)),
      createMask('under', parseMask(createRows(5), 11, 20, size)),
    );
    editor.select('middle');
    // There are gaps of three pixels on both sides of the middle shape. It must not grow beyond the ends of the gaps.
    expect(getAdjustedShapes(await calculateChange(editor, 'fill-gaps', 2))).toMatchObject([
      { data: editor.getShape('middle').data },
    ]);
    expect(await calculateAndApply(editor, 'fill-gaps', 3)).toBe(true);
    expect(formatMask(editor.getShape('middle').data)).toEqual({ at: [10, 0], rows: createRows(10) });
    expect(editor.localChanges).toHaveLength(1);
    editor.undo();
    editor.select('under');
    expect(await calculateAndApply(editor, 'fill-gaps', 1)).toBe(true);
    expect(formatMask(editor.getShape('under').data)).toEqual({ at: [12, 20], rows: createRows(4) });
  });

  const IMAGE_SIZE = { width: 800, height: 600 };
  const createFilledRows = (width: number, height: number) => Array.from({ length: height }, () => '#'.repeat(width));

  test('fill-gaps measures the gaps of masks along a straight line', async () => {
    // Two triangles with nine unset diagonals between them. The gap is 7 pixels wide along a straight line, although 5 diagonal steps cross
    // the gap.
    const drawRows = (isSet: (diagonal: number) => boolean) =>
      Array.from({ length: 40 }, (_, y) => Array.from({ length: 40 }, (_, x) => (isSet(x + y) ? '#' : '.')).join(''));
    const [firstMaskRows, secondMaskRows] = [drawRows((diagonal) => diagonal < 40), drawRows((diagonal) => diagonal >= 49)];
    const editor = openWithPolygons().load(
      createMask('first', parseMask(firstMaskRows, 0, 0, IMAGE_SIZE)),
      createMask('second', parseMask(secondMaskRows, 0, 0, IMAGE_SIZE)),
    );
    editor.select('first');
    const getGrowth = async (width: number) => {
      const [data = []] = (await calculateChange(editor, 'fill-gaps', width)).replacement.get('first') ?? [];
      return getMaskArea(data) - getMaskArea(editor.getShape('first').data);
    };
    expect([await getGrowth(5), await getGrowth(6)]).toEqual([0, 0]);
    expect(await getGrowth(7)).toBeGreaterThan(200);
  });

  test('polygons, masks, boxes and rotated boxes are neighbours of polygons and masks', async () => {
    const neighbours = {
      polygon: createPolygon('n', createSquare(103, 0, 100)),
      mask: createMask('n', parseMask(createFilledRows(100, 100), 103, 0, IMAGE_SIZE)),
      box: createBox('n', [103, 0, 203, 100]),
      'rotated box': createBox('n', [153, 50, 100, 100, 90]),
    };
    for (const [name, neighbour] of Object.entries(neighbours)) {
      const editor = openWithPolygons(createSquare(0, 0, 100)).load(neighbour);
      await calculateAndApply(editor, 'fill-gaps', 3);
      expect(getPolygonBounds(editor.getShape('p0').data)).toEqual({ minX: 0, minY: 0, maxX: 103, maxY: 100 });
      editor.load(createMask('m', parseMask(createFilledRows(100, 100), 0, 200, IMAGE_SIZE)));
      editor.document.move('n', { x: 0, y: 200 });
      editor.select('m');
      await calculateAndApply(editor, 'fill-gaps', 3);
      expect([name, editor.getShape('m').data.slice(0, 4)]).toEqual([name, [0, 200, 103, 100]]);
    }
  });

  test('fill-gaps ignores boxes that overlap an outline, which are around the same object', async () => {
    const editor = openWithPolygons(createSquare(0, 0, 100)).load(
      createBox('around', [0, 0, 102, 100]),
      createPolygon('neighbour', [104, 0, 150, 0, 150, 100, 104, 100]),
      createBox('around neighbour', [102, 0, 152, 100]),
    );
    await calculateAndApply(editor, 'fill-gaps', 4);
    expect(getPolygonArea(editor.getShape('p0').data)).toBe(10_400);
  });

  test('fill-gaps changes nothing if a shape has changed since the calculation', async () => {
    const editor = openWithPolygons(createSquare(0, 0, 100)).load(createPolygon('neighbour', createSquare(103, 0, 100)));
    const adjustment = await calculateChange(editor, 'fill-gaps', 5);
    editor.document.move('p0', { x: 1, y: 0 });
    expect(applyAdjustment(editor, adjustment)).toBe(false);
    editor.expectShape('p0', { data: createSquare(1, 0, 100) });
    expect(editor.topics.notice.getSnapshot()).toEqual({ type: 'shape-changed' });
  });

  test('commands skip locked polygons and report them', () => {
    const editor = openWithPolygons(createSquare(0, 0, 100), createSquare(50, 0, 100), createSquare(120, 0, 100));
    editor.setLocked(['p0'], true);
    changePolygons(editor, 'merge');
    expect(getPolygons(editor)).toEqual([
      ['p0', 10_000],
      ['p1', 17_000],
    ]);
  });

  test('a cut adds copies with the label and the meta data', () => {
    const editor = openWithPolygons(createSquare(0, 0, 100));
    editor.document.setMeta('p0', { crop: 'plum' });
    cutPolygons(editor, { from: { x: 0, y: 30 }, to: { x: 100, y: 30 } });
    const [firstPiece, secondPiece] = editor.document.getShapes();
    expect([firstPiece, secondPiece]).toMatchObject([
      { id: 'p0', labelId: 'leaf' },
      { labelId: 'leaf', metaData: { crop: 'plum' } },
    ]);
    expect(secondPiece).not.toHaveProperty('serverId');
    editor.expectSelected('p0', secondPiece!.id);
  });

  test('simplify changes all selected polygons as one undo step', async () => {
    const editor = openWithPolygons([0, 0, 50, 1, 100, 0, 100, 100], [0, 200, 50, 201, 100, 200, 100, 300]);
    expect(await calculateAndApply(editor, 'simplify', 2)).toBe(true);
    expect(editor.document.getShapes().map(({ data }) => data.length)).toEqual([6, 6]);
    editor.undo();
    expect(editor.document.getShapes().map(({ data }) => data.length)).toEqual([8, 8]);
  });

  test('the cut tool requests a cut after a drag, two clicks or two Enter keys', () => {
    const editor = openWithPolygons(createSquare(100, 100, 100)).switchTool('cut');
    editor.drag([50, 150], [250, 150]);
    expect(editor.topics.prompt.getSnapshot()).toEqual({ type: 'cut', line: [50, 150, 250, 150] });
    editor.setPrompt(null);
    editor.clickAll([150, 50], [150, 250]);
    expect(editor.topics.prompt.getSnapshot()).toEqual({ type: 'cut', line: [150, 50, 150, 250] });
    editor.setPrompt(null);
    editor.pressAll('ArrowRight', 'Enter', 'Shift+ArrowRight', 'Enter');
    expect(editor.topics.prompt.getSnapshot()).toMatchObject({ type: 'cut' });
  });
});
