import { consoleEditorOptions } from '../../shape-kinds/console-editor-options';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Editor } from '../editor';
import { LABELS, createBox } from '../testing/test-editor';
import { AnnotationCanvas } from './annotation-canvas';

beforeAll(() => {
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  HTMLElement.prototype.setPointerCapture = () => undefined;
  window.innerHeight = 900;
});

function renderCanvas() {
  const editor = new Editor({ ...consoleEditorOptions, imageSize: { width: 800, height: 600 }, labels: LABELS });
  editor.document.loadPage([createBox('a', [100, 100, 300, 200])]);
  const { unmount } = render(
    <>
      <AnnotationCanvas editor={editor} image={null} label="Annotation canvas" />
      <input aria-label="Name" />
    </>,
  );
  return { editor, unmount, canvas: screen.getByRole('application', { name: 'Annotation canvas' }) };
}

/** Dispatches a pointer event. jsdom has no PointerEvent with positions. */
function dispatchPointer(
  canvas: HTMLElement,
  type: string,
  clientX: number,
  clientY: number,
  init: MouseEventInit = {},
): boolean {
  const event = Object.assign(new MouseEvent(type, { bubbles: true, cancelable: true, clientX, clientY, ...init }), {
    pointerId: 1,
    pointerType: 'mouse',
  });
  let isDefaultAllowed = true;
  act(() => {
    isDefaultAllowed = canvas.dispatchEvent(event);
  });
  return isDefaultAllowed;
}

function drag(canvas: HTMLElement, from: readonly [number, number], end: readonly [number, number]): void {
  dispatchPointer(canvas, 'pointerdown', ...from);
  dispatchPointer(canvas, 'pointermove', ...end);
  dispatchPointer(canvas, 'pointerup', ...end);
}

test('a drag draws a box and focuses the canvas', () => {
  const { editor, canvas } = renderCanvas();
  act(() => editor.setTool('detection'));
  drag(canvas, [400, 300], [500, 400]);
  expect(editor.topics.pending.getSnapshot()).toMatchObject({ kind: 'object', data: [400, 300, 500, 400] });
  expect(canvas).toHaveFocus();
  expect(canvas).toHaveStyle({ cursor: 'crosshair' });
});

test('Delete removes the selected shape, but not from a text field', () => {
  const { editor, canvas } = renderCanvas();
  dispatchPointer(canvas, 'pointerdown', 150, 150);
  dispatchPointer(canvas, 'pointerup', 150, 150);
  expect(editor.selectedShape?.id).toBe('a');
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Delete' });
  expect(editor.document.size).toBe(1);
  fireEvent.keyDown(canvas, { key: 'Delete' });
  expect(editor.document.size).toBe(0);
});

test('the wheel zooms and does not scroll the page', () => {
  const { editor, canvas } = renderCanvas();
  const scaleBefore = editor.viewport.camera.scale;
  expect(fireEvent.wheel(canvas, { deltaY: -100, clientX: 400, clientY: 300 })).toBe(false);
  expect(editor.viewport.camera.scale).toBeGreaterThan(scaleBefore);
});

test('a right click closes a polygon and opens no menu', () => {
  const { editor, canvas } = renderCanvas();
  act(() => editor.setTool('polygon'));
  for (const [x, y] of [
    [400, 300],
    [500, 300],
    [500, 400],
  ] as const)
    drag(canvas, [x, y], [x, y]);
  dispatchPointer(canvas, 'pointermove', 420, 420);
  expect(dispatchPointer(canvas, 'contextmenu', 420, 420, { button: 2 })).toBe(false);
  expect(editor.topics.pending.getSnapshot()).toMatchObject({ kind: 'polygon', data: [400, 300, 500, 300, 500, 400] });
});

test('an unmounted canvas ignores keys', () => {
  const { editor, unmount } = renderCanvas();
  const dispatch = jest.spyOn(editor, 'dispatch');
  unmount();
  fireEvent.keyDown(window, { key: 'Delete' });
  expect(dispatch).not.toHaveBeenCalled();
});

test('the editor of another image gets focus, keys and pointer immediately', () => {
  const firstEditor = new Editor({ ...consoleEditorOptions, imageSize: { width: 800, height: 600 }, labels: LABELS });
  firstEditor.document.loadPage([createBox('a', [100, 100, 300, 200])]);
  const secondEditor = new Editor({ ...consoleEditorOptions, imageSize: { width: 800, height: 600 }, labels: LABELS });
  secondEditor.document.loadPage([createBox('b', [100, 100, 300, 200])]);
  const renderEditor = (editor: Editor) => <AnnotationCanvas editor={editor} image={null} label="Annotation canvas" />;
  const { rerender } = render(renderEditor(firstEditor));
  const canvas = screen.getByRole('application', { name: 'Annotation canvas' });
  dispatchPointer(canvas, 'pointerdown', 150, 150);
  dispatchPointer(canvas, 'pointerup', 150, 150);
  expect(firstEditor.selectedShape?.id).toBe('a');
  rerender(renderEditor(secondEditor));
  expect(screen.getByRole('application', { name: 'Annotation canvas' })).toBe(canvas);
  expect(canvas).toHaveFocus();
  expect(secondEditor.viewport.canvasSize).toEqual({ width: 800, height: 600 });
  dispatchPointer(canvas, 'pointerdown', 150, 150);
  dispatchPointer(canvas, 'pointerup', 150, 150);
  fireEvent.keyDown(canvas, { key: 'Delete' });
  expect([firstEditor.document.size, secondEditor.document.size]).toEqual([1, 0]);
});

test('onPainted is called once for each of two images with one file', async () => {
  const image = { bitmap: document.createElement('canvas') as unknown as ImageBitmap, reduced: null, close: () => undefined };
  const paintedNames: string[] = [];
  const [firstImage, secondImage] = ['one', 'other'].map((name) => ({
    editor: new Editor({ ...consoleEditorOptions, imageSize: { width: 800, height: 600 }, labels: LABELS }),
    onPainted: () => void paintedNames.push(name),
  }));
  const { rerender } = render(<AnnotationCanvas {...firstImage!} image={image} label="Annotation canvas" />);
  await waitFor(() => expect(paintedNames).toEqual(['one']));
  act(() => firstImage!.editor.viewport.panBy({ x: 5, y: 5 }));
  rerender(<AnnotationCanvas {...secondImage!} image={image} label="Annotation canvas" />);
  await waitFor(() => expect(paintedNames).toEqual(['one', 'other']));
});
