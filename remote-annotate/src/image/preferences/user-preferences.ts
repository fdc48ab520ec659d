import { consoleEditorOptions } from '../../shape-kinds/console-editor-options';
import {
  BOX_DRAWING_MODES,
  MASK_DRAWING_MODES,
  toBrushSize,
  type BoxDrawingMode,
  type MaskDrawing,
  type ToolId,
} from '../../editor';
import { ASSIST_KINDS, ASSIST_MODES, DEFAULT_ASSIST_OPTIONS, MAX_TOLERANCE, type AssistOptions } from '../../editor/model/prompt';

const TOOL_KEY = 'annotate.tool';
const BOX_DRAWING_MODE_KEY = 'annotate.box-way';
const MASK_MODE_KEY = 'annotate.mask-way';
const BRUSH_SIZE_KEY = 'annotate.brush-size';
const DEFAULT_BRUSH_SIZE = 20;
const ASSIST_KIND_KEY = 'annotate.assist-kind';
const ASSIST_MODE_KEY = 'annotate.assist-mode';
const TOLERANCE_KEY = 'annotate.assist-tolerance';
const TAB_KEY = 'annotate.tab';
const OBJECT_TAB_KEY = 'annotate.object-tab';
const getFlowKey = (workspaceId: string) => `annotate.flow.${workspaceId}`;
const getPredictionTaskKey = (workspaceId: string) => `annotate.drawing-task.${workspaceId}`;
const getTaskKey = (workspaceId: string) => `annotate.task.${workspaceId}`;

const TOOL_IDS: readonly ToolId[] = [
  'select',
  ...consoleEditorOptions.tools.flatMap(({ id, isCommand }) => (isCommand ? [] : [id])),
];
/** Tabs of the side panel for the image. */
export const SIDE_TABS = ['recognition', 'list', 'flows', 'jobs', 'similarity', 'similar', 'meta', 'verifications'] as const;
export type SideTab = (typeof SIDE_TABS)[number];
/** Tabs of the side panel for a selected object. */
export const OBJECT_TABS = ['recognition', 'flows', 'jobs', 'similarity', 'similar', 'product', 'meta'] as const;
export type ObjectTab = (typeof OBJECT_TABS)[number];

/** Reads a choice from the local storage. Returns the fallback if nothing, or an unknown value, is stored. */
function readRemembered<T extends string>(key: string, validValues: readonly T[], fallback: T): T {
  const value = localStorage.getItem(key);
  return validValues.find((candidate) => candidate === value) ?? fallback;
}

export const getRememberedTool = (): ToolId => readRemembered(TOOL_KEY, TOOL_IDS, 'select');
export const rememberTool = (tool: ToolId): void => localStorage.setItem(TOOL_KEY, tool);
export const getRememberedBoxDrawingMode = (): BoxDrawingMode => readRemembered(BOX_DRAWING_MODE_KEY, BOX_DRAWING_MODES, 'drag');
export const rememberBoxDrawingMode = (mode: BoxDrawingMode): void => localStorage.setItem(BOX_DRAWING_MODE_KEY, mode);
export const getRememberedMaskDrawing = (): MaskDrawing => ({
  mode: readRemembered(MASK_MODE_KEY, MASK_DRAWING_MODES, 'brush'),
  brushSize: toBrushSize(Number(localStorage.getItem(BRUSH_SIZE_KEY)) || DEFAULT_BRUSH_SIZE),
});
export const rememberMaskDrawing = ({ mode, brushSize }: MaskDrawing): void => {
  localStorage.setItem(MASK_MODE_KEY, mode);
  localStorage.setItem(BRUSH_SIZE_KEY, `${brushSize}`);
};
/**
 * Reads the options of the assist tool. If the remembered mode needs a model, all modes are offered until it is known whether the server
 * has one.
 */
export const getRememberedAssistOptions = (): Pick<AssistOptions, 'kind' | 'mode' | 'modes' | 'tolerance'> => {
  const { kind, mode, modes, tolerance } = DEFAULT_ASSIST_OPTIONS;
  const rememberedMode = readRemembered(ASSIST_MODE_KEY, ASSIST_MODES, mode);
  const rememberedTolerance = Math.round(Number(localStorage.getItem(TOLERANCE_KEY)));
  return {
    kind: readRemembered(ASSIST_KIND_KEY, ASSIST_KINDS, kind),
    mode: rememberedMode,
    modes: rememberedMode === 'model' ? ASSIST_MODES : modes,
    tolerance: rememberedTolerance >= 1 && rememberedTolerance <= MAX_TOLERANCE ? rememberedTolerance : tolerance,
  };
};
export const rememberAssistOptions = ({ kind, mode, tolerance }: AssistOptions): void => {
  localStorage.setItem(ASSIST_KIND_KEY, kind);
  localStorage.setItem(ASSIST_MODE_KEY, mode);
  localStorage.setItem(TOLERANCE_KEY, `${tolerance}`);
};
export const getRememberedObjectTab = (): ObjectTab => readRemembered(OBJECT_TAB_KEY, OBJECT_TABS, 'recognition');
export const rememberObjectTab = (tab: ObjectTab): void => localStorage.setItem(OBJECT_TAB_KEY, tab);
/** Returns '' when no labelling flow was selected. */
export const getRememberedFlow = (workspaceId: string): string => localStorage.getItem(getFlowKey(workspaceId)) ?? '';
export const rememberFlow = (workspaceId: string, flowId: string): void => localStorage.setItem(getFlowKey(workspaceId), flowId);
export const getRememberedPredictionTask = (workspaceId: string): string =>
  localStorage.getItem(getPredictionTaskKey(workspaceId)) ?? '';
export const rememberPredictionTask = (workspaceId: string, taskId: string): void =>
  localStorage.setItem(getPredictionTaskKey(workspaceId), taskId);
export const getRememberedTask = (workspaceId: string): string => localStorage.getItem(getTaskKey(workspaceId)) ?? '';
export const rememberTask = (workspaceId: string, taskId: string): void => localStorage.setItem(getTaskKey(workspaceId), taskId);

/** The selected tab in each job, until the page is reloaded. The first tab of a job is `jobs`, which shows its tasks. */
const sideTabByJob = new Map<string, SideTab>();

export const getRememberedTab = (jobId: string | undefined): SideTab =>
  jobId === undefined ? readRemembered(TAB_KEY, SIDE_TABS, 'list') : (sideTabByJob.get(jobId) ?? 'jobs');

export function rememberTab(tab: SideTab, jobId: string | undefined): void {
  if (jobId === undefined) localStorage.setItem(TAB_KEY, tab);
  else sideTabByJob.set(jobId, tab);
}
