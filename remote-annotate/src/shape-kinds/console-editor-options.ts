import type { DrawingTool } from '../editor/tools/states/drawing-tool';
import { assistTool } from './assist-tool/assist-tool';
import { cutTool } from './polygon/cut-tool/cut-tool';
import { KIND_DEFINITIONS } from './kind-definitions';
import { shapeKinds } from './kind-registry';

/** The tools in the order of the toolbar. The tool that finds objects is before the mask tool. */
const tools: readonly DrawingTool[] = [
  ...Object.values(KIND_DEFINITIONS).flatMap(({ tool }) => (tool.id === 'mask' ? [assistTool, tool] : tool)),
  cutTool,
];

/** The kinds of shapes of the console and the tools that draw them, as options of an editor. */
export const consoleEditorOptions = { kinds: shapeKinds, tools } as const;
