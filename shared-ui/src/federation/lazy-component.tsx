import type { FaultReport, LoadResult } from '@console/shared-contract/federation';
import { type ComponentType, type ReactNode, use, useMemo } from 'react';
import { getChunkFaultKind } from './chunk-fault';
import { useHostServices } from './host-services';
import { RemoteContext } from './remote-context';
import { type LoadedComponent, RemotePart } from './remote-part';

export interface LazyComponentProps<P extends object> {
  /** Imports the component. A function of the module, not one made while drawing: what it gave is kept by it. */
  load: () => Promise<ComponentType<P>>;
  /** What a person calls it, at the start of a sentence: "The canvas". */
  title: string;
  props: P;
  /** Shown while it loads: the shape of what will come. */
  skeleton: ReactNode;
}

const loaded = new WeakMap<() => Promise<unknown>, unknown>();

async function importComponent<P>(
  load: () => Promise<ComponentType<P>>,
  part: string,
  owner: { remote: string; version: string },
  report: (fault: Omit<FaultReport, 'at'>) => void,
): Promise<LoadResult<LoadedComponent<P>>> {
  try {
    const Component = await load();
    loaded.set(load, Component);
    return { ok: true, value: { Component, ...owner } };
  } catch (error) {
    const fault = { kind: getChunkFaultKind(error) ?? ('evaluation' as const), message: String(error), ...owner };
    report({ ...fault, part });
    return { ok: false, ...fault };
  }
}

/**
 * A component whose code is fetched when it is first shown. In place of `React.lazy`, which keeps a failure for ever:
 * webpack forgets a chunk that failed, so Retry imports it anew.
 */
export function LazyComponent<P extends object>({ load, title, props, skeleton }: LazyComponentProps<P>) {
  const { remote, version } = use(RemoteContext);
  const services = useHostServices();
  const source = useMemo(
    () => ({
      title,
      part: title,
      peek: () => {
        const Component = loaded.get(load) as ComponentType<P> | undefined;
        return Component && { Component, remote, version };
      },
      load: () => importComponent(load, title, { remote, version }, (fault) => services?.reportFault(fault)),
    }),
    [load, title, remote, version, services],
  );
  return <RemotePart source={source} props={props} skeleton={skeleton} compact />;
}
