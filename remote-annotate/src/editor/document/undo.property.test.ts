import { computeEnclosingBox } from '@console/shared-contract/rotated-box';
import fc from 'fast-check';
import { createBox, LABELS, createPoint, createPolygon } from '../testing/test-editor';
import type { Shape } from '../model/types';
import { shapeKinds, SHAPE_KINDS } from '../../shape-kinds/kind-registry';
import { AnnotationDocument } from './annotation-document';
import { getAfter, getBefore, getChangedId, type ChangeEvent } from './changes';
import { withoutServerState } from './inverse';

const IMAGE_SIZE = { width: 400, height: 300 };
const START_SHAPES: readonly Shape[] = [
  createBox('a', [10, 10, 60, 60]),
  createBox('b', [100, 100, 380, 290], 'dog'),
  createBox('r', [200, 150, 80.5, 40, 33.3]),
  createPolygon('p', [10, 200, 60, 200, 60, 250, 30, 280]),
  createPolygon('q', [200, 10, 300, 10, 250, 90], 'stem'),
  createPoint('t', [399, 299]),
];

type RunStep = (document: AnnotationDocument) => void;

const coordinate = fc.double({ min: -100, max: 500, noNaN: true });
const position = fc.record({ x: coordinate, y: coordinate });
/** Random index. Modulo the number of shapes, it selects an existing shape when the step runs. */
const anyIndex = fc.nat({ max: 1000 });
const getIdAt = (document: AnnotationDocument, position: number) =>
  document.getShapes()[position % Math.max(1, document.size)]?.id ?? 'none';
/** Random indexes that select some existing shapes, possibly the same shape twice. */
const shapePositions = fc.array(anyIndex, { maxLength: 6 });
const getIdsAt = (document: AnnotationDocument, positions: readonly number[]) =>
  positions.map((index) => getIdAt(document, index));
const labelArbitrary = fc.constantFrom(...LABELS.object, ...LABELS.polygon).map(({ id }) => id);

const command: fc.Arbitrary<RunStep> = fc.oneof(
  fc.tuple(labelArbitrary, fc.tuple(coordinate, coordinate, coordinate, coordinate)).map(
    ([labelId, data]): RunStep =>
      (document) =>
        document.create({ kind: 'object', labelId, data }),
  ),
  fc.tuple(labelArbitrary, fc.array(coordinate, { minLength: 4, maxLength: 12 })).map(
    ([labelId, data]): RunStep =>
      (document) =>
        document.create({ kind: 'polygon', labelId, data }),
  ),
  fc.tuple(fc.string(), fc.tuple(coordinate, coordinate)).map(
    ([name, data]): RunStep =>
      (document) =>
        document.create({ kind: 'point', name, data }),
  ),
  anyIndex.map(
    (shapeIndex): RunStep =>
      (document) =>
        document.delete(getIdAt(document, shapeIndex)),
  ),
  anyIndex.map(
    (shapeIndex): RunStep =>
      (document) =>
        document.duplicateMany([getIdAt(document, shapeIndex)]),
  ),
  fc.tuple(anyIndex, labelArbitrary).map(
    ([shapeIndex, labelId]): RunStep =>
      (document) =>
        document.relabel(getIdAt(document, shapeIndex), labelId),
  ),
  fc.tuple(anyIndex, fc.string()).map(
    ([shapeIndex, name]): RunStep =>
      (document) =>
        document.rename(getIdAt(document, shapeIndex), name),
  ),
  fc.tuple(anyIndex, fc.jsonValue()).map(
    ([shapeIndex, meta]): RunStep =>
      (document) =>
        document.setMeta(getIdAt(document, shapeIndex), meta),
  ),
  fc.tuple(anyIndex, position, fc.boolean()).map(
    ([shapeIndex, delta, nudge]): RunStep =>
      (document) =>
        document.move(
          getIdAt(document, shapeIndex),
          delta,
          nudge ? { coalesceKey: `nudge:${getIdAt(document, shapeIndex)}` } : {},
        ),
  ),
  fc.tuple(shapePositions, fc.integer({ min: -400, max: 400 }), fc.boolean()).map(
    ([shapeIndexes, degrees, isRepeated]): RunStep =>
      (document) =>
        document.rotate(
          getIdsAt(document, shapeIndexes),
          degrees,
          isRepeated ? { coalesceKey: `rotate:${shapeIndexes.join()}` } : {},
        ),
  ),
  shapePositions.map(
    (shapeIndexes): RunStep =>
      (document) =>
        document.delete(getIdsAt(document, shapeIndexes)),
  ),
  shapePositions.map(
    (shapeIndexes): RunStep =>
      (document) =>
        document.duplicateMany(getIdsAt(document, shapeIndexes)),
  ),
  fc.tuple(shapePositions, labelArbitrary).map(
    ([shapeIndexes, labelId]): RunStep =>
      (document) =>
        document.relabel(getIdsAt(document, shapeIndexes), labelId),
  ),
  fc.tuple(shapePositions, fc.string()).map(
    ([shapeIndexes, name]): RunStep =>
      (document) =>
        document.rename(getIdsAt(document, shapeIndexes), name),
  ),
  fc.tuple(shapePositions, fc.jsonValue()).map(
    ([shapeIndexes, meta]): RunStep =>
      (document) =>
        document.setMeta(getIdsAt(document, shapeIndexes), meta),
  ),
  fc.tuple(shapePositions, position, fc.boolean()).map(
    ([shapeIndexes, delta, nudge]): RunStep =>
      (document) =>
        document.move(getIdsAt(document, shapeIndexes), delta, nudge ? { coalesceKey: 'nudge' } : {}),
  ),
  fc.tuple(anyIndex, fc.array(coordinate, { minLength: 2, maxLength: 12 })).map(
    ([shapeIndex, data]): RunStep =>
      (document) =>
        document.setData(getIdAt(document, shapeIndex), data as unknown as Shape['data']),
  ),
  fc.tuple(anyIndex, fc.nat({ max: 3 })).map(
    ([shapeIndex, index]): RunStep =>
      (document) =>
        document.removeVertex(getIdAt(document, shapeIndex), index),
  ),
  fc.subarray([...SHAPE_KINDS]).map(
    (kinds): RunStep =>
      (document) =>
        document.eraseAll(kinds),
  ),
  // Acknowledgements can arrive between any commands and must not affect undo.
  fc.tuple(anyIndex, fc.nat()).map(
    ([shapeIndex, version]): RunStep =>
      (document) =>
        document.acknowledge(getIdAt(document, shapeIndex), { version }),
  ),
);

const undoOrRedo: fc.Arbitrary<RunStep> = fc.constantFrom(
  (document) => document.undo(),
  (document) => document.redo(),
);

function openDocument(): AnnotationDocument {
  const document = new AnnotationDocument({ kinds: shapeKinds, imageSize: IMAGE_SIZE, now: () => 0 });
  document.loadPage(START_SHAPES);
  return document;
}

const readContents = (document: AnnotationDocument) => document.getShapes().map(withoutServerState);

test('undoing all commands restores the initial shapes, and redoing them restores the final shapes', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 40 }), (steps) => {
      const document = openDocument();
      const firstContents = readContents(document);
      for (const step of steps) step(document);
      const finalContents = readContents(document);
      while (document.undo().length > 0);
      expect(readContents(document)).toEqual(firstContents);
      expect(document.canUndo).toBe(false);
      while (document.redo().length > 0);
      expect(readContents(document)).toEqual(finalContents);
    }),
    { numRuns: isLongRun ? 200 : 60 },
  );
});

test('undoing all commands restores the document after any undo and redo', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 3, arbitrary: command }, { weight: 1, arbitrary: undoOrRedo }), { maxLength: 40 }),
      (steps) => {
        const document = openDocument();
        const firstContents = readContents(document);
        for (const step of steps) step(document);
        while (document.undo().length > 0);
        expect(readContents(document)).toEqual(firstContents);
      },
    ),
    { numRuns: isLongRun ? 200 : 60 },
  );
});

test('events reproduce the document, and every shape stays valid', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(command, undoOrRedo), { maxLength: 40 }), (steps) => {
      const document = openDocument();
      const replicaShapes = new Map(document.getShapes().map((shape) => [shape.id, shape]));
      document.listen((event: ChangeEvent) => {
        for (const change of event.changes) {
          expect(getBefore(change)).toEqual(replicaShapes.get(getChangedId(change)));
          const after = getAfter(change);
          if (after) replicaShapes.set(after.id, after);
          else replicaShapes.delete(getChangedId(change));
        }
      });
      for (const step of steps) step(document);
      expect(new Map(document.getShapes().map((shape) => [shape.id, shape]))).toEqual(replicaShapes);
      for (const shape of document.getShapes()) expectValid(shape);
      const expectedCounts = SHAPE_KINDS.map((kind) => document.getShapes().filter((shape) => shape.kind === kind).length);
      expect(SHAPE_KINDS.map((kind) => document.getCounts()[kind])).toEqual(expectedCounts);
    }),
    { numRuns: isLongRun ? 200 : 60 },
  );
});

function expectValid({ kind, data }: Shape): void {
  if (data.length === 5) {
    expect(data[2] > 0 && data[3] > 0 && data[4] >= 0 && data[4] < 360).toBe(true);
    return expect(computeEnclosingBox(data, IMAGE_SIZE)).not.toBeNull();
  }
  data.forEach((value, index) => {
    expect(Number.isInteger(value)).toBe(true);
    expect(value).toBeGreaterThanOrEqual(0);
    expect(value).toBeLessThanOrEqual(index % 2 === 0 ? IMAGE_SIZE.width : IMAGE_SIZE.height);
  });
  if (kind === 'object') expect(data[0] < data[2] && data[1] < data[3]).toBe(true);
  if (kind === 'polygon') expect(data.length).toBeGreaterThanOrEqual(6);
}
