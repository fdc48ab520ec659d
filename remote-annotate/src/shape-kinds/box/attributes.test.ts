import { createBox, createPoint, createPolygon, LABELS, TestEditor } from '../../editor/testing/test-editor';
import { createLabelledCalls } from '../labelled-calls';
import { pointCalls } from '../point/point-calls';
import { boxCalls } from './box-calls';

const BOX_ROW = {
  id: 'a',
  detection_label: { id: 'cat', name: 'Cat', color: '#2f80ed' },
  data: [10, 10, 60, 60],
  meta_data: {},
  version: 3,
};
const DEFINITIONS = [
  { name: 'ripe', type: 'checkbox', default: false },
  { name: 'seeds', type: 'number', default: 2 },
  { name: 'note', type: 'text' },
] as const;

test('a drawn box gets the default attributes of its own label only', () => {
  const object = [{ ...LABELS.object[0]!, attributes: DEFINITIONS }, LABELS.object[1]!];
  const editor = new TestEditor({ tool: 'detection', labels: { ...LABELS, object } });
  editor.drag([100, 100], [200, 200]).confirm('cat');
  editor.drag([300, 300], [400, 400]).confirm('dog');
  expect(editor.document.getShapes().map(({ attributes }) => attributes)).toEqual([{ ripe: false, seeds: 2 }, undefined]);
});

test('an attribute is set for several shapes in one step, which undo reverts', () => {
  const editor = new TestEditor().load(
    { ...createBox('a', [10, 10, 60, 60]), attributes: { crowd: true } },
    createPolygon('b', [100, 100, 150, 100, 150, 150]),
    createPoint('c', [5, 5]),
  );
  const getAllAttributes = () => editor.document.getShapes().map(({ attributes }) => attributes);
  expect(editor.document.setAttribute(['a', 'b', 'c'], 'occluded', true)).toBe(true);
  expect(getAllAttributes()).toEqual([{ crowd: true, occluded: true }, { occluded: true }, { occluded: true }]);
  expect(editor.document.setAttribute(['a', 'b', 'c'], 'occluded', true)).toBe(false);
  editor.document.setAttribute('a', 'crowd', null);
  editor.undo();
  editor.undo();
  expect(getAllAttributes()).toEqual([{ crowd: true }, undefined, undefined]);
});

describe('the attributes of a row', () => {
  const shape = boxCalls.fromRow({ ...BOX_ROW, attributes: { side: 'back' } })!;
  const target = { serverId: 'a', version: 3 };
  const getBody = (call: object) => (call as { body: object }).body;

  test('are read, and unknown if the server is older', () => {
    expect(shape.attributes).toEqual({ side: 'back' });
    expect(boxCalls.fromRow(BOX_ROW)).not.toHaveProperty('attributes');
  });

  test('are sent only if changed, so that a row keeps attributes of other clients', () => {
    const movedShape = { ...shape, data: [11, 10, 60, 60] as const };
    const shapeWithNewAttributes = { ...shape, attributes: { side: 'back', crowd: true } };
    const { attributes: _, ...shapeWithoutAttributes } = shape;
    const buildUpdateBody = (after: typeof shape) => getBody(boxCalls.toUpdate({ imageId: 'i', before: shape, after }, target));
    expect(buildUpdateBody(movedShape)).not.toHaveProperty('attributes');
    expect(buildUpdateBody(shapeWithNewAttributes)).toMatchObject({ attributes: { side: 'back', crowd: true } });
    expect(buildUpdateBody(shapeWithoutAttributes)).toMatchObject({ attributes: {} });
    expect(getBody(boxCalls.toUpdate({ imageId: 'i', before: null, after: shapeWithoutAttributes }, target))).not.toHaveProperty(
      'attributes',
    );
  });

  test('are sent with a new row if it has some', () => {
    expect(getBody(boxCalls.toCreate(shape, 'i'))).toMatchObject({ attributes: { side: 'back' } });
    expect(
      getBody(
        createLabelledCalls('polygon').toCreate({ ...createPolygon('b', [100, 100, 150, 100, 150, 150]), attributes: {} }, 'i'),
      ),
    ).not.toHaveProperty('attributes');
  });

  test('of a point are read, created, and changed together with its name', () => {
    const point = pointCalls.fromRow({ id: 'p', name: 'tip', data: [5, 5], version: 3, attributes: { occluded: true } })!;
    expect(getBody(pointCalls.toCreate(point, 'i'))).toMatchObject({ name: 'tip', attributes: { occluded: true } });
    const buildUpdateBody = (after: typeof point) =>
      pointCalls.toUpdate({ imageId: 'i', before: point, after }, { serverId: 'p', version: 3 });
    expect(getBody(buildUpdateBody({ ...point, name: 'top' }))).toEqual({ name: 'top', version: 3 });
    expect(getBody(buildUpdateBody({ ...point, attributes: {} }))).toEqual({ name: 'tip', attributes: {}, version: 3 });
    expect(getBody(buildUpdateBody({ ...point, data: [6, 5] }))).toEqual({ image: 'i', data: [6, 5], version: 3 });
  });
});
