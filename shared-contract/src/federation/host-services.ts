import type { ComponentType } from 'react';
import type { FaultReport, LoadResult } from './faults';
import type { RuntimeConfig } from './runtime-config';
import type { WidgetId, WidgetProps } from './widgets';

export interface LoadedWidget<Id extends WidgetId> {
  Component: ComponentType<WidgetProps[Id]>;
  /** The remote that provides the widget, for fault reports. */
  remote: string;
  version: string;
}

export interface WidgetLoadOptions {
  /** True if the user retries after a failure: the cached failure is discarded. */
  retry?: boolean;
}

/** Services that the host offers to remotes (micro-frontends). A remote that runs without the host does not have these services. */
export interface HostServices {
  readonly contract: string;
  readonly config: RuntimeConfig;
  /** Loads a widget from the remote that provides it. The version of the widget must be in the semver range. Never rejects. */
  loadWidget<Id extends WidgetId>(id: Id, range: string, options?: WidgetLoadOptions): Promise<LoadResult<LoadedWidget<Id>>>;
  /** Returns the widget if it is already loaded, so that it can render immediately. */
  peekWidget<Id extends WidgetId>(id: Id, range: string): LoadedWidget<Id> | undefined;
  /** Prefetches the code of the page at this path. Failures are ignored. */
  prefetch(path: string): void;
  /** Whether a page exists at this path and the active workspace may open it. Missing in hosts of contract 1.0. */
  canOpen?(path: string): boolean;
  /**
   * Reports that the open page, or a widget in it, displays its first data. Later calls from the same page have no effect. Tables, grids,
   * `QueryState` and `EmptyState` of the design system call this function. Missing in hosts before contract 1.5.
   */
  reportReady?(): void;
  reportFault(fault: Omit<FaultReport, 'at'>): void;
}
