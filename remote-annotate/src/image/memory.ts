import { BOX_WAYS, type BoxWay, type ToolId } from '../editor';

const TOOL_KEY = 'annotate.tool';
const BOX_WAY_KEY = 'annotate.box-way';
const TAB_KEY = 'annotate.tab';
const OBJECT_TAB_KEY = 'annotate.object-tab';
const flowKey = (workspace: string) => `annotate.flow.${workspace}`;
const drawingTaskKey = (workspace: string) => `annotate.drawing-task.${workspace}`;
const taskKey = (workspace: string) => `annotate.task.${workspace}`;

const toolIds = ['select', 'detection', 'polygon', 'point'] as const satisfies readonly ToolId[];
export const sideTabs = ['recognition', 'list', 'flows', 'jobs', 'similarity', 'similar', 'meta', 'verifications'] as const;
export type SideTab = (typeof sideTabs)[number];
export const objectTabs = ['recognition', 'flows', 'jobs', 'similarity', 'similar', 'product', 'meta'] as const;
export type ObjectTab = (typeof objectTabs)[number];

function remembered<T extends string>(key: string, known: readonly T[], otherwise: T): T {
  const value = localStorage.getItem(key);
  return known.find((candidate) => candidate === value) ?? otherwise;
}

export const rememberedTool = (): ToolId => remembered(TOOL_KEY, toolIds, 'select');
export const rememberTool = (tool: ToolId): void => localStorage.setItem(TOOL_KEY, tool);
export const rememberedBoxWay = (): BoxWay => remembered(BOX_WAY_KEY, BOX_WAYS, 'drag');
export const rememberBoxWay = (way: BoxWay): void => localStorage.setItem(BOX_WAY_KEY, way);
export const rememberedObjectTab = (): ObjectTab => remembered(OBJECT_TAB_KEY, objectTabs, 'recognition');
export const rememberObjectTab = (tab: ObjectTab): void => localStorage.setItem(OBJECT_TAB_KEY, tab);
/** "" is none; so it is of the tasks. */
export const rememberedFlow = (workspace: string): string => localStorage.getItem(flowKey(workspace)) ?? '';
export const rememberFlow = (workspace: string, flow: string): void => localStorage.setItem(flowKey(workspace), flow);
export const rememberedDrawingTask = (workspace: string): string => localStorage.getItem(drawingTaskKey(workspace)) ?? '';
export const rememberDrawingTask = (workspace: string, task: string): void =>
  localStorage.setItem(drawingTaskKey(workspace), task);
export const rememberedTask = (workspace: string): string => localStorage.getItem(taskKey(workspace)) ?? '';
export const rememberTask = (workspace: string, task: string): void => localStorage.setItem(taskKey(workspace), task);

/** The tabs that were chosen in jobs of this visit: each begins with its own work. */
const tabOfJob = new Map<string, SideTab>();

export const rememberedTab = (job: string | undefined): SideTab =>
  job === undefined ? remembered(TAB_KEY, sideTabs, 'list') : (tabOfJob.get(job) ?? 'jobs');

export function rememberTab(tab: SideTab, job: string | undefined): void {
  if (job === undefined) localStorage.setItem(TAB_KEY, tab);
  else tabOfJob.set(job, tab);
}
