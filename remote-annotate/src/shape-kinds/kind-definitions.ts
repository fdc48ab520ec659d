import type { ShapeUtil } from '../editor/kinds/shape-util';
import type { ShapeKind, ShapeTypes } from '../editor/model/types';
import type { DrawingTool } from '../editor/tools/states/drawing-tool';
import type { KindMessages } from '../text/kind-messages';
import { boxMessages } from './box/box-messages';
import { boxUtil } from './box/box-util';
import { detectionTool } from './box/tool/detection-tool';
import { maskMessages } from './mask/mask-messages';
import { maskUtil } from './mask/mask-util';
import { maskTool } from './mask/tool/mask-tool';
import { pointMessages } from './point/point-messages';
import { pointUtil } from './point/point-util';
import { pointTool } from './point/tool/point-tool';
import { polygonMessages } from './polygon/polygon-messages';
import { polygonUtil } from './polygon/polygon-util';
import { polygonTool } from './polygon/tool/polygon-tool';
import { skeletonMessages } from './skeleton/skeleton-messages';
import { skeletonUtil } from './skeleton/skeleton-util';
import { skeletonTool } from './skeleton/tool/skeleton-tool';

interface KindDefinition<Kind extends ShapeKind> {
  readonly util: ShapeUtil<ShapeTypes[Kind]>;
  readonly tool: DrawingTool;
  readonly messages: KindMessages;
}

/** The kinds of shapes of the console, with their tools in the order of the toolbar. */
export const KIND_DEFINITIONS: { readonly [Kind in ShapeKind]: KindDefinition<Kind> } = {
  object: { util: boxUtil, tool: detectionTool, messages: boxMessages },
  point: { util: pointUtil, tool: pointTool, messages: pointMessages },
  polygon: { util: polygonUtil, tool: polygonTool, messages: polygonMessages },
  skeleton: { util: skeletonUtil, tool: skeletonTool, messages: skeletonMessages },
  mask: { util: maskUtil, tool: maskTool, messages: maskMessages },
};
