import type { ToolId } from '../editor';

const TOOL_KEY = 'annotate.tool';
const TAB_KEY = 'annotate.tab';
const OBJECT_TAB_KEY = 'annotate.object-tab';

const toolIds = ['select', 'detection', 'polygon', 'point'] as const satisfies readonly ToolId[];
export const sideTabs = ['recognition', 'list', 'jobs', 'similarity', 'meta', 'verifications'] as const;
export type SideTab = (typeof sideTabs)[number];
export const objectTabs = ['recognition', 'meta', 'similarity'] as const;
export type ObjectTab = (typeof objectTabs)[number];

function remembered<T extends string>(key: string, known: readonly T[], otherwise: T): T {
  const value = localStorage.getItem(key);
  return known.find((candidate) => candidate === value) ?? otherwise;
}

export const rememberedTool = (): ToolId => remembered(TOOL_KEY, toolIds, 'select');
export const rememberTool = (tool: ToolId): void => localStorage.setItem(TOOL_KEY, tool);
export const rememberedTab = (): SideTab => remembered(TAB_KEY, sideTabs, 'list');
export const rememberTab = (tab: SideTab): void => localStorage.setItem(TAB_KEY, tab);
export const rememberedObjectTab = (): ObjectTab => remembered(OBJECT_TAB_KEY, objectTabs, 'recognition');
export const rememberObjectTab = (tab: ObjectTab): void => localStorage.setItem(OBJECT_TAB_KEY, tab);
