import { COCO_PERSON, VISIBILITY } from '@console/shared-contract/skeleton';
import { LABELS, TestEditor } from '../../editor/testing/test-editor';
import type { SkeletonShape } from '../../editor/model/types';
import { createLabelledCalls } from '../labelled-calls';
import { mirrorSkeleton, placeSkeleton, swapSides, withVisibility } from './skeleton-data';
import { storeSkeletonTemplates } from './skeleton-templates';

/** A template with a head above a left and a right foot. */
const TEMPLATE = {
  points: [{ name: 'head' }, { name: 'left' }, { name: 'right' }],
  edges: [
    [0, 1],
    [0, 2],
  ],
  pairs: [[1, 2]],
  layout: [
    [0.5, 0],
    [1, 1],
    [0, 1],
  ],
};
const label = { id: 'person', name: 'Person', color: '#00aa88' };
const PLACED_DATA = [200, 50, 2, 300, 150, 2, 100, 150, 2];
const createSkeleton = (data: readonly number[] = PLACED_DATA): SkeletonShape => ({
  kind: 'skeleton',
  id: 's',
  labelId: 'person',
  data,
  metaData: {},
});

beforeEach(() =>
  storeSkeletonTemplates([
    { ...label, skeleton: TEMPLATE },
    { id: 'other', skeleton: COCO_PERSON },
  ]),
);

const createEditor = (tool: 'skeleton' | 'select' = 'select') =>
  new TestEditor({ tool, labels: { ...LABELS, skeleton: [label, { ...label, id: 'other' }] } });
const getData = (editor: TestEditor) => editor.document.getShapes()[0]?.data;

describe('drawing', () => {
  test('a drag places the points of the chosen label in its box', () => {
    const editor = createEditor('skeleton').drag([100, 50], [300, 150]);
    editor.expectTool('skeleton', 'awaiting-label').confirm('person');
    expect(editor.document.getShapes()).toMatchObject([{ kind: 'skeleton', labelId: 'person', data: PLACED_DATA }]);
    editor.undo();
    editor.expectShapes();
    createEditor('skeleton').drag([300, 150], [100, 50]).confirm('other');
  });

  test('gives the attributes their defaults', () => {
    const attributes = [{ name: 'shirt', type: 'number', default: 7 } as const];
    const editor = new TestEditor({ tool: 'skeleton', labels: { ...LABELS, skeleton: [{ ...label, attributes }] } });
    editor.drag([100, 50], [300, 150]).confirm('person');
    expect(editor.document.getShapes()).toMatchObject([{ attributes: { shirt: 7 } }]);
  });

  test('the keyboard places two corners of the box', () => {
    const editor = createEditor('skeleton').pressAll('Enter').pressAll('Enter');
    for (let stepNumber = 0; stepNumber < 5; stepNumber += 1) editor.pressAll('Shift+ArrowRight', 'Shift+ArrowDown');
    editor.pressAll('Enter').confirm('person');
    expect(getData(editor)).toHaveLength(9);
  });

  test('a small box shows a notice, and labels without points cannot be drawn', () => {
    const editor = createEditor('skeleton').drag([100, 100], [110, 119]);
    expect(editor.topics.notice.getSnapshot()).toEqual({ type: 'box-too-small' });
    editor.expectShapes();
    expect(new TestEditor({ labels: LABELS }).canDraw('skeleton')).toBe(false);
  });
});

test('a skeleton cannot get a label with another number of points', () => {
  storeSkeletonTemplates([{ id: 'twin', skeleton: TEMPLATE }]);
  const editor = createEditor().load(createSkeleton());
  expect(editor.document.relabel('s', 'other')).toBe(false);
  expect(editor.document.relabel('s', 'twin')).toBe(true);
});

describe('points', () => {
  const openSelected = (data?: readonly number[]) => {
    const editor = createEditor().load(createSkeleton(data));
    editor.select('s');
    return editor;
  };

  test('are dragged by their handles and stay inside the image', () => {
    const editor = openSelected().drag([200, 50], [220, 60]);
    expect(getData(editor)?.slice(0, 3)).toEqual([220, 60, 2]);
    editor.drag([300, 150], [2000, 150]);
    expect(getData(editor)?.slice(3, 6)).toEqual([800, 150, 2]);
  });

  test('are picked, moved and given a visibility by keys, each as one undo step', () => {
    const editor = openSelected().pressAll('e', 'e', 'ArrowRight', 'Shift+q');
    expect(getData(editor)?.slice(3, 6)).toEqual([301, 150, VISIBILITY.occluded]);
    editor.pressAll('Shift+q');
    expect(getData(editor)?.slice(3, 6)).toEqual([301, 150, VISIBILITY.visible]);
    editor.pressAll('Delete');
    expect(getData(editor)?.slice(3, 6)).toEqual([0, 0, VISIBILITY.absent]);
    // The key for the next point skips the absent point.
    editor.pressAll('e');
    expect(editor.topics.vertex.getSnapshot()).toBe(2);
    editor.undo();
    expect(getData(editor)?.slice(3, 6)).toEqual([301, 150, VISIBILITY.visible]);
  });

  test('below the pointer get a visibility by keys, and become absent by a right click', () => {
    const editor = openSelected().pointerMove(100, 150).pressAll('Shift+q');
    expect(getData(editor)?.slice(6)).toEqual([100, 150, VISIBILITY.occluded]);
    editor.pointerMove(100, 150).pressAll('Shift+x');
    expect(getData(editor)?.slice(6)).toEqual([0, 0, VISIBILITY.absent]);
  });

  test('cannot all become absent', () => {
    const editor = openSelected([200, 50, 2, 0, 0, 0, 0, 0, 0]).pressAll('e', 'Shift+x');
    expect(getData(editor)).toEqual([200, 50, 2, 0, 0, 0, 0, 0, 0]);
  });

  test('become visible at the position that the layout suggests', () => {
    const data = withVisibility(PLACED_DATA, 1, VISIBILITY.absent, TEMPLATE);
    expect(withVisibility(data, 1, VISIBILITY.visible, TEMPLATE)).toEqual(PLACED_DATA);
    const singlePointData = [200, 50, 2, 0, 0, 0, 0, 0, 0];
    expect(withVisibility(singlePointData, 1, VISIBILITY.occluded, TEMPLATE)).toEqual([200, 50, 2, 250, 150, 1, 0, 0, 0]);
  });
});

describe('left and right points', () => {
  const POSE_DATA = [200, 50, 2, 300, 100, 1, 100, 150, 2];

  test('are swapped and mirrored', () => {
    expect(swapSides(POSE_DATA, TEMPLATE)).toEqual([200, 50, 2, 100, 150, 2, 300, 100, 1]);
    expect(mirrorSkeleton(POSE_DATA, TEMPLATE)).toEqual([200, 50, 2, 300, 150, 2, 100, 100, 1]);
    for (const change of [swapSides, mirrorSkeleton]) expect(change(change(POSE_DATA, TEMPLATE), TEMPLATE)).toEqual(POSE_DATA);
  });

  test('are swapped by a key, except in locked skeletons', () => {
    const editor = createEditor().load(createSkeleton(POSE_DATA));
    editor.select('s');
    editor.pressAll('Shift+z');
    expect(getData(editor)).toEqual(swapSides(POSE_DATA, TEMPLATE));
    editor.lockSelected();
    editor.pressAll('Shift+g');
    expect(getData(editor)).toEqual(swapSides(POSE_DATA, TEMPLATE));
  });
});

test('a corner handle stretches the skeleton and keeps the opposite corner', () => {
  const editor = createEditor().load(createSkeleton());
  editor.select('s');
  editor.drag([314, 164], [414, 264]);
  expect(getData(editor)).toEqual([250, 50, 2, 400, 250, 2, 100, 250, 2]);
});

test('attributes are read, created and changed, and left out if unchanged', () => {
  const row = {
    id: 's',
    detection_label: { id: 'person', name: 'Person', color: '#00aa88' },
    data: PLACED_DATA,
    meta_data: {},
    version: 2,
  };
  const skeletonCalls = createLabelledCalls('skeleton');
  const storedShape = skeletonCalls.fromRow({ ...row, attributes: { crowd: true } })!;
  expect(storedShape.attributes).toEqual({ crowd: true });
  expect(skeletonCalls.toCreate(storedShape, 'i').body).toMatchObject({ attributes: { crowd: true } });
  const target = { serverId: 's', version: 2 };
  const buildChangeBody = (after: SkeletonShape) =>
    skeletonCalls.toUpdate({ imageId: 'i', before: storedShape, after }, target).body;
  expect(buildChangeBody({ ...storedShape, data: [1, 1, 2] })).not.toHaveProperty('attributes');
  expect(buildChangeBody({ ...storedShape, attributes: {} })).toMatchObject({ attributes: {} });
});

test('pasted copies have all points, and absent points stay absent', () => {
  const editor = createEditor().load(createSkeleton([200, 50, 2, 0, 0, 0, 100, 150, 1]));
  editor.select('s');
  editor.copySelected();
  editor.paste();
  expect(editor.document.getShapes()[1]?.data).toEqual([210, 60, 2, 0, 0, 0, 110, 160, 1]);
});

test('the template of a person has 17 points in its box', () => {
  const data = placeSkeleton(COCO_PERSON, [0, 0, 100, 200]);
  expect(data).toHaveLength(51);
  expect(Math.max(...data.filter((_, index) => index % 3 === 1))).toBe(200);
});
