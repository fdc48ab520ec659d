import type { Stage as StageNode } from 'konva/lib/Stage';
import type { Line as LineNode } from 'konva/lib/shapes/Line';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { Image, Layer, Line, Stage } from 'react-konva';
import { isDrawn } from './console-adapter';
import { LABEL, OTHER_LABEL, IMAGE_SIZE } from './scene';
import type { CanvasAdapter } from './canvas-adapter';

/**
 * Draws the scene in the usual style of react-konva: one node for each shape. Pan and zoom move the stage without React renders.
 */
export function createKonvaAdapter(): CanvasAdapter {
  let root: Root;
  let stage: StageNode;
  let selectedLine: LineNode | undefined;
  let element: HTMLElement;

  return {
    open: async (container, bitmap, shapes) => {
      element = container;
      root = createRoot(container);
      const { clientWidth: width, clientHeight: height } = container;
      const scale = Math.min(width / IMAGE_SIZE.width, height / IMAGE_SIZE.height);
      flushSync(() =>
        root.render(
          createElement(
            Stage,
            { width, height, scaleX: scale, scaleY: scale, ref: (node: StageNode | null) => void (stage = node ?? stage) },
            createElement(Layer, { listening: false }, createElement(Image, { image: bitmap as unknown as CanvasImageSource })),
            createElement(
              Layer,
              null,
              shapes.map(({ id, data }) =>
                createElement(Line, {
                  key: id,
                  id,
                  points: [...data],
                  closed: true,
                  stroke: LABEL.color,
                  strokeWidth: 3,
                  strokeScaleEnabled: false,
                  fill: `${LABEL.color}1a`,
                  perfectDrawEnabled: false,
                }),
              ),
            ),
          ),
        ),
      );
    },
    isPainted: (samples) =>
      isDrawn(element.querySelectorAll('canvas')[1], samples, ({ x, y }) => ({
        x: x * stage.scaleX() + stage.x(),
        y: y * stage.scaleY() + stage.y(),
      })),
    pan: ({ x, y }) => stage.position({ x: stage.x() + x, y: stage.y() + y }),
    zoom: (factor) => {
      const [x, y] = [stage.width() / 2, stage.height() / 2];
      stage.setAttrs({
        x: x - (x - stage.x()) * factor,
        y: y - (y - stage.y()) * factor,
        scaleX: stage.scaleX() * factor,
        scaleY: stage.scaleY() * factor,
      });
    },
    select: ({ id }) => {
      selectedLine = stage.findOne<LineNode>(`#${id}`);
      selectedLine?.setAttrs({ dash: [5, 5] });
    },
    deselect: () => selectedLine?.setAttrs({ dash: [] }),
    drag: ({ x, y }) => selectedLine?.move({ x: x / stage.scaleX(), y: y / stage.scaleY() }),
    relabel: () => selectedLine?.setAttrs({ stroke: OTHER_LABEL.color }),
    hide: () => selectedLine?.hide(),
    close: () => root.unmount(),
  };
}
