import { defaultConfig } from '@console/shared-auth';
import type { HostServices, LoadFault, WidgetId, WidgetProps } from '@console/shared-contract/federation';
import type { ComponentType } from 'react';

/** For each widget id: a component to render instead of the widget, or the kind of failure to simulate. */
export type FakeWidgets = { [Id in WidgetId]?: ComponentType<WidgetProps[Id]> | LoadFault['kind'] };

/** Creates host services whose widgets load or fail immediately. Widgets that are not listed are missing. */
export function createFakeHostServices(widgets: FakeWidgets): HostServices {
  const find = <Id extends WidgetId>(id: Id): ComponentType<WidgetProps[Id]> | LoadFault['kind'] =>
    widgets[id] ?? 'missing-export';
  return {
    contract: '1.0.0',
    config: defaultConfig,
    peekWidget: () => undefined,
    loadWidget: <Id extends WidgetId>(id: Id) => {
      const result = find(id);
      const owner = { remote: 'owner', version: '1.0.0' };
      return Promise.resolve(
        typeof result === 'string'
          ? { ok: false as const, kind: result, message: `no ${id}`, ...owner }
          : { ok: true as const, value: { Component: result, ...owner } },
      );
    },
    prefetch: () => undefined,
    reportFault: () => undefined,
  };
}
