import type { FaultReport, LoadResult } from '@console/shared-contract/federation';
import { type ComponentType, type ReactNode, use, useMemo } from 'react';
import { chunkFault } from './chunk-fault';
import { useHostServices } from './host-services';
import { PartContext } from './part-context';
import { type LoadedPart, RemotePart } from './remote-part';

export interface LazyPartProps<P extends object> {
  /** Imports the component. A function of the module, not one made while drawing: what it gave is kept by it. */
  load: () => Promise<ComponentType<P>>;
  /** What a person calls it, at the start of a sentence: "The canvas". */
  title: string;
  props: P;
  /** Shown while it loads: the shape of what will come. */
  skeleton: ReactNode;
}

const loaded = new WeakMap<() => Promise<unknown>, unknown>();

async function importPart<P>(
  load: () => Promise<ComponentType<P>>,
  part: string,
  owner: { remote: string; version: string },
  report: (fault: Omit<FaultReport, 'at'>) => void,
): Promise<LoadResult<LoadedPart<P>>> {
  try {
    const Component = await load();
    loaded.set(load, Component);
    return { ok: true, value: { Component, ...owner } };
  } catch (error) {
    const fault = { kind: chunkFault(error) ?? ('evaluation' as const), message: String(error), ...owner };
    report({ ...fault, part });
    return { ok: false, ...fault };
  }
}

/**
 * A component whose code is fetched when it is first shown. In place of `React.lazy`, which keeps a failure for ever:
 * webpack forgets a chunk that failed, so Retry imports it anew.
 */
export function LazyPart<P extends object>({ load, title, props, skeleton }: LazyPartProps<P>) {
  const { remote, version } = use(PartContext);
  const services = useHostServices();
  const source = useMemo(
    () => ({
      title,
      part: title,
      peek: () => {
        const Component = loaded.get(load) as ComponentType<P> | undefined;
        return Component && { Component, remote, version };
      },
      load: () => importPart(load, title, { remote, version }, (fault) => services?.reportFault(fault)),
    }),
    [load, title, remote, version, services],
  );
  return <RemotePart source={source} props={props} skeleton={skeleton} compact />;
}
