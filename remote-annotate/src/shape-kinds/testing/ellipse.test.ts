import { ShapeKinds } from '../../editor/kinds/shape-kinds';
import type { ShapeUtil } from '../../editor/kinds/shape-util';
import type { Shape } from '../../editor/model/types';
import { createLookGetter } from '../../editor/painting/labels';
import { createBox, LABELS, TestEditor } from '../../editor/testing/test-editor';
import { paintShape } from '../../editor/view/tiles/paint-shape';
import { consoleEditorOptions } from '../console-editor-options';
import { SHAPE_UTILS } from '../kind-registry';
import { ELLIPSE_TOOL, ellipseTool } from './ellipse-tool';
import { ellipseUtil, type EllipseData, type EllipseShape } from './ellipse-util';

const kinds = new ShapeKinds([...SHAPE_UTILS, ellipseUtil as unknown as ShapeUtil]);
const tools = [...consoleEditorOptions.tools, ellipseTool];

function createEditor(...ellipses: readonly EllipseShape[]) {
  return new TestEditor({ kinds, tools }).load(...(ellipses as readonly object[] as readonly Shape[]));
}

function createEllipse(id: string, data: EllipseData): EllipseShape {
  return { kind: 'ellipse', id, serverId: id, version: 1, labelId: 'cat', data, metaData: {} };
}

const getContents = (editor: TestEditor) => editor.document.getShapes().map(({ kind, data }) => [kind, data]);

test('the tool of the kind draws a shape with a label', () => {
  const editor = createEditor().switchTool(ELLIPSE_TOOL).drag([100, 100], [300, 200]);
  editor.confirm('dog');
  expect(editor.document.getShapes()).toMatchObject([{ kind: 'ellipse', labelId: 'dog', data: [200, 150, 100, 50] }]);
  expect(editor.localChanges).toMatchObject([{ cause: 'create' }]);
});

test('the draft shows the outline while the pointer is held', () => {
  const editor = createEditor().switchTool(ELLIPSE_TOOL).pointerMove(100, 100).pointerDown(100, 100).pointerMove(300, 200);
  expect(editor.topics.draft.getSnapshot()).toMatchObject({ type: 'outline', isClosed: true });
});

test('a drag moves the center, keeps the radii and stays inside the image', () => {
  const editor = createEditor(createEllipse('e', [200, 150, 100, 50]))
    .click(200, 150)
    .drag([200, 150], [240, 160]);
  expect(getContents(editor)).toEqual([['ellipse', [240, 160, 100, 50]]]);
  editor.drag([240, 160], [10, 10]);
  expect(getContents(editor)).toEqual([['ellipse', [100, 50, 100, 50]]]);
});

test('undo and redo restore the coordinates', () => {
  const editor = createEditor(createEllipse('e', [200, 150, 100, 50]))
    .click(200, 150)
    .drag([200, 150], [240, 160]);
  editor.undo();
  expect(getContents(editor)).toEqual([['ellipse', [200, 150, 100, 50]]]);
  editor.redo();
  expect(getContents(editor)).toEqual([['ellipse', [240, 160, 100, 50]]]);
});

test('a handle of the kind changes one radius', () => {
  const editor = createEditor(createEllipse('e', [200, 150, 100, 50]))
    .click(200, 150)
    .drag([300, 150], [340, 190]);
  expect(getContents(editor)).toEqual([['ellipse', [200, 150, 140, 50]]]);
});

test('a click hits the ellipse but not the corners of its bounds', () => {
  createEditor(createEllipse('e', [200, 150, 100, 50]))
    .click(110, 105)
    .expectSelected();
  createEditor(createEllipse('e', [200, 150, 100, 50]))
    .click(280, 150)
    .expectSelected('e');
});

test('copies are pasted with an offset and keep their label', () => {
  const editor = createEditor(createEllipse('e', [200, 150, 100, 50])).click(200, 150);
  editor.copySelected();
  editor.paste();
  expect(getContents(editor)).toEqual([
    ['ellipse', [200, 150, 100, 50]],
    ['ellipse', [210, 160, 100, 50]],
  ]);
  expect(editor.document.getShapes()[1]).toMatchObject({ labelId: 'cat', metaData: {} });
});

test('shapes of the kind are counted and erased with all others', () => {
  const editor = createEditor(createEllipse('e', [200, 150, 100, 50])).load(createBox('b', [10, 10, 60, 60]));
  expect(editor.document.getCounts()).toEqual({ object: 1, polygon: 0, mask: 0, point: 0, skeleton: 0, ellipse: 1 });
  expect(editor.eraseAll()).toBe(2);
});

test('the painter of the kind paints in the color of the label', () => {
  const paintedValues: unknown[] = [];
  const context = {
    strokeStyle: '',
    beginPath: () => undefined,
    ellipse: (...values: readonly number[]) => paintedValues.push(values.slice(0, 4)),
    stroke() {
      paintedValues.push(this.strokeStyle);
    },
  };
  const shape = createEllipse('e', [200, 150, 100, 50]) as object as Shape;
  paintShape(
    {
      kinds,
      context: context as unknown as CanvasRenderingContext2D,
      getLook: createLookGetter(LABELS, kinds.getLabelKind),
      scale: 2,
      x: 10,
      y: 20,
    },
    shape,
  );
  expect(paintedValues).toEqual([[410, 320, 200, 100], '#2f80ed']);
  expect(kinds.getPainter(shape).getOutline(shape)).toHaveLength(64);
});

test('an editor without the kind fails instead of treating the shape as another one', () => {
  const shape = createEllipse('e', [200, 150, 100, 50]) as object as Shape;
  expect(() => new TestEditor().load(shape)).toThrow('Unknown kind of shape: ellipse');
});
