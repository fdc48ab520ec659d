import type { DrawingToolId } from '../editor/model/types';
import type { DrawingTool } from '../editor/tools/states/drawing-tool';
import { detectionTool } from './box/tool/detection-tool';
import { maskTool } from './mask/tool/mask-tool';
import { pointTool } from './point/tool/point-tool';
import { polygonTool } from './polygon/tool/polygon-tool';
import { assistTool } from './assist-tool/assist-tool';
import { cutTool } from './polygon/cut-tool/cut-tool';
import { productShapes } from './product-shapes';

/** In the order of the toolbar. */
const tools: Readonly<Record<DrawingToolId, DrawingTool>> = {
  detection: detectionTool,
  point: pointTool,
  polygon: polygonTool,
  assist: assistTool,
  mask: maskTool,
  cut: cutTool,
};

/** The kinds of shapes of the product and the tools that draw them, as options of an editor. */
export const productEditor = {
  kinds: productShapes,
  tools: Object.values(tools),
} as const;
