import {
  createImageAnnotator,
  ShapeType,
  type ImageAnnotation,
  type ImageAnnotator,
  type PolygonGeometry,
} from '@annotorious/annotorious';
import { getPolygonBounds } from '../../../../remote-annotate/src/editor';
import { IMAGE_SIZE } from './scene';
import type { CanvasAdapter } from './canvas-adapter';

/** Annotorious over an `img`. It has no pan and zoom, so a CSS transform of the container is used. */
export function createAnnotoriousAdapter(): CanvasAdapter {
  let annotator: ImageAnnotator;
  let imageHolder: HTMLElement;
  let count = 0;
  let camera = { x: 0, y: 0, scale: 1 };
  const applyCamera = () => {
    imageHolder.style.transform = `translate(${camera.x}px, ${camera.y}px) scale(${camera.scale})`;
  };

  return {
    open: async (container, bitmap, shapes) => {
      const image = document.createElement('img');
      image.src = await createImageUrl(bitmap);
      await image.decode();
      imageHolder = document.createElement('div');
      imageHolder.style.transformOrigin = '0 0';
      imageHolder.append(image);
      const scale = Math.min(container.clientWidth / IMAGE_SIZE.width, container.clientHeight / IMAGE_SIZE.height);
      image.width = IMAGE_SIZE.width * scale;
      container.append(imageHolder);
      count = shapes.length;
      annotator = createImageAnnotator(image) as unknown as ImageAnnotator;
      annotator.setAnnotations(shapes.map(({ id, data }) => toAnnotation(id, data)));
    },
    isPainted: () => imageHolder.querySelectorAll('.a9s-annotation').length >= count,
    pan: ({ x, y }) => {
      camera = { ...camera, x: camera.x + x, y: camera.y + y };
      applyCamera();
    },
    zoom: (factor) => {
      camera = { ...camera, scale: camera.scale * factor };
      applyCamera();
    },
    select: ({ id }) => annotator.setSelected(id),
    deselect: () => annotator.cancelSelected(),
    drag: null,
    relabel: null,
    hide: null,
    close: () => {
      annotator.destroy();
      imageHolder.remove();
    },
  };
}

function toAnnotation(id: string, data: readonly number[]): ImageAnnotation {
  const points = Array.from({ length: data.length / 2 }, (_, index): [number, number] => [
    data[index * 2]!,
    data[index * 2 + 1]!,
  ]);
  const geometry: PolygonGeometry = { bounds: getPolygonBounds(data), points };
  return { id, bodies: [], target: { annotation: id, selector: { type: ShapeType.POLYGON, geometry } } };
}

async function createImageUrl(bitmap: ImageBitmap): Promise<string> {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0);
  return URL.createObjectURL(await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 }));
}
