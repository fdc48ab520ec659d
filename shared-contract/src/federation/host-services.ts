import type { ComponentType } from 'react';
import type { FaultReport, LoadResult } from './faults';
import type { RuntimeConfig } from './runtime-config';
import type { WidgetId, WidgetProps } from './widgets';

export interface LoadedWidget<Id extends WidgetId> {
  Component: ComponentType<WidgetProps[Id]>;
  /** The remote that owns it, for reports. */
  remote: string;
  version: string;
}

export interface WidgetLoadOptions {
  /** True after a failure that the person wants tried again: what was cached of the failure is dropped. */
  retry?: boolean;
}

/** What the host does for remotes. A remote that runs alone has none of it. */
export interface HostServices {
  readonly contract: string;
  readonly config: RuntimeConfig;
  /** The widget whose version is in the range, from whichever remote offers it. Never rejects. */
  loadWidget<Id extends WidgetId>(id: Id, range: string, options?: WidgetLoadOptions): Promise<LoadResult<LoadedWidget<Id>>>;
  /** What is loaded already of it, for drawing at once. */
  peekWidget<Id extends WidgetId>(id: Id, range: string): LoadedWidget<Id> | undefined;
  /** Fetches ahead what the page at this path needs; silent when it fails. */
  prefetch(path: string): void;
  /** Whether a page is at this path now and the active workspace opens it. Absent: a host of contract 1.0. */
  canOpen?(path: string): boolean;
  reportFault(fault: Omit<FaultReport, 'at'>): void;
}
