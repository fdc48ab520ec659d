import type { FaultReport, LoadResult } from '@console/shared-contract/federation';
import { type ComponentType, type ReactNode, use, useMemo } from 'react';
import { getChunkFaultKind } from './chunk-fault';
import { useHostServices } from '../host-services/host-services';
import { RemoteContext } from '../host-services/remote-context';
import { type LoadedComponent, RemotePart } from './remote-part';

export interface LazyComponentProps<P extends object> {
  /** Imports the component. Define this function outside of components, because the result is cached by the function's identity. */
  load: () => Promise<ComponentType<P>>;
  /** Name of the component at the start of a sentence, such as "The canvas". */
  title: string;
  props: P;
  /** Placeholder while the component loads. */
  skeleton: ReactNode;
}

const loadedComponents = new WeakMap<() => Promise<unknown>, unknown>();

async function importComponent<P>(
  load: () => Promise<ComponentType<P>>,
  part: string,
  owner: { remote: string; version: string },
  report: (fault: Omit<FaultReport, 'at'>) => void,
): Promise<LoadResult<LoadedComponent<P>>> {
  try {
    const Component = await load();
    loadedComponents.set(load, Component);
    return { ok: true, value: { Component, ...owner } };
  } catch (error) {
    const fault = { kind: getChunkFaultKind(error) ?? ('evaluation' as const), message: String(error), ...owner };
    report({ ...fault, part });
    return { ok: false, ...fault };
  }
}

/**
 * Renders a component whose code is loaded when the component is first shown. After a failure, the user can retry. `React.lazy` would
 * cache the failure.
 */
export function LazyComponent<P extends object>({ load, title, props, skeleton }: LazyComponentProps<P>) {
  const { remote, version } = use(RemoteContext);
  const services = useHostServices();
  const source = useMemo(
    () => ({
      title,
      part: title,
      peek: () => {
        const Component = loadedComponents.get(load) as ComponentType<P> | undefined;
        return Component && { Component, remote, version };
      },
      load: () => importComponent(load, title, { remote, version }, (fault) => services?.reportFault(fault)),
    }),
    [load, title, remote, version, services],
  );
  return <RemotePart source={source} props={props} skeleton={skeleton} compact />;
}
