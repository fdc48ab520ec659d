import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { Editor, type PolygonShape, type Shape } from '../../../../remote-annotate/src/editor';
import { storeSkeletonTemplates } from '../../../../remote-annotate/src/shape-kinds/skeleton/skeleton-templates';
import { consoleEditorOptions } from '../../../../remote-annotate/src/shape-kinds/console-editor-options';
import { AnnotationCanvas } from '../../../../remote-annotate/src/editor/view';
import { getCentre, LABEL, mixKinds, OTHER_LABEL, IMAGE_SIZE, SKELETON_LABEL, type SceneKind } from './scene';
import type { CanvasAdapter } from './canvas-adapter';

/** Longer side in pixels of the reduced copy of the image, as in the product. */
const REDUCED_IMAGE_SIDE = 1600;

/** Shows shapes on the console's canvas. */
export async function openScene(element: HTMLElement, bitmap: ImageBitmap, shapes: readonly Shape[]) {
  const reducedBitmap = await createImageBitmap(bitmap, {
    resizeWidth: REDUCED_IMAGE_SIDE,
    resizeHeight: (REDUCED_IMAGE_SIDE * IMAGE_SIZE.height) / IMAGE_SIZE.width,
  });
  storeSkeletonTemplates([SKELETON_LABEL]);
  const labels = { object: [LABEL, OTHER_LABEL], polygon: [LABEL, OTHER_LABEL], skeleton: [SKELETON_LABEL] };
  const editor = new Editor({ ...consoleEditorOptions, imageSize: IMAGE_SIZE, labels });
  editor.document.loadPage(shapes);
  const root = createRoot(element);
  const decodedImage = { bitmap, reduced: reducedBitmap, close: () => undefined };
  flushSync(() => root.render(createElement(AnnotationCanvas, { editor, image: decodedImage, label: 'Scene' })));
  return { editor, root, canvas: element.querySelector<HTMLElement>('[role="application"]')! };
}

interface ConsoleScene {
  readonly kinds: readonly SceneKind[];
  readonly hasHistory?: boolean;
}

/**
 * Connects the benchmark to the console's canvas. Gestures become real pointer events. With `hasHistory`, the canvas also paints
 * all shapes of an earlier version under the current shapes, as if the user had selected a version in the history panel.
 */
export function createConsoleAdapter({ kinds, hasHistory = false }: ConsoleScene): CanvasAdapter {
  let editor: Editor;
  let root: Root;
  let canvas: HTMLElement;
  let pointerPosition = { x: 0, y: 0 };

  const dispatchPointer = (type: string, { x, y }: { x: number; y: number }, buttons = 1) =>
    canvas.dispatchEvent(
      new PointerEvent(type, { clientX: x, clientY: y, buttons, pointerId: 1, bubbles: true, cancelable: true }),
    );
  const pressKey = (name: string) =>
    canvas.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
  const toClientPoint = (point: { x: number; y: number }) => {
    const { left, top } = canvas.getBoundingClientRect();
    const { x, y } = editor.viewport.toScreen(point);
    return { x: x + left, y: y + top };
  };

  return {
    open: async (element, bitmap, polygons) => {
      const shapes = mixKinds(polygons, kinds);
      ({ editor, root, canvas } = await openScene(element, bitmap, shapes));
      if (hasHistory) editor.setEarlierShapes({ shapes, changedIds: new Set(), time: 'Before' });
    },
    isPainted: (samples) =>
      isDrawn(canvas.querySelectorAll('canvas')[hasHistory ? 2 : 1], samples, (point) => editor.viewport.toScreen(point)),
    pan: (delta) => editor.viewport.panBy(delta),
    zoom: (factor) => editor.viewport.zoomAt({ x: canvas.clientWidth / 2, y: canvas.clientHeight / 2 }, factor),
    select: (shape) => {
      pointerPosition = toClientPoint(getCentre(shape));
      dispatchPointer('pointerdown', pointerPosition);
      dispatchPointer('pointerup', pointerPosition, 0);
    },
    deselect: () => pressKey('Escape'),
    drag: (delta) => {
      if (editor.topics.tool.getSnapshot().busy === 'idle') dispatchPointer('pointerdown', pointerPosition);
      pointerPosition = { x: pointerPosition.x + delta.x, y: pointerPosition.y + delta.y };
      dispatchPointer('pointermove', pointerPosition);
    },
    endDrag: () => dispatchPointer('pointerup', pointerPosition, 0),
    relabel: () => editor.relabelSelected(OTHER_LABEL.id),
    hide: () => pressKey('h'),
    close: () => root.unmount(),
  };
}

/** Whether the canvas is painted at the first vertex of each polygon. */
export function isDrawn(
  canvas: HTMLCanvasElement | undefined,
  samples: readonly PolygonShape[],
  toCanvas: (point: { x: number; y: number }) => { x: number; y: number },
): boolean {
  const context = canvas?.getContext('2d');
  if (!context) return false;
  return samples.every(({ data }) => {
    const { x, y } = toCanvas({ x: data[0]!, y: data[1]! });
    const pixels = context.getImageData(Math.round(x) - 1, Math.round(y) - 1, 3, 3).data;
    return pixels.some((value, index) => index % 4 === 3 && value > 0);
  });
}
