import { useEffect, useState, type ComponentType } from 'react';

/** A component of this package in a separate chunk. `loaded` contains the component after the first load. */
export interface LazyModule<Props> {
  load: () => Promise<ComponentType<Props>>;
  loaded?: ComponentType<Props>;
}

/** Returns a component of a separate chunk. The chunk is loaded as soon as `isNeeded` is true. Call `retry` after a failure. */
export function useLazyModule<Props>(module: LazyModule<Props>, isNeeded: boolean) {
  const [loadedComponent, setLoadedComponent] = useState<ComponentType<Props> | undefined>(() => module.loaded);
  // Another part of the page may have loaded the chunk after the first render.
  const Component = loadedComponent ?? module.loaded;
  const [hasFailed, setFailed] = useState(false);
  const mustLoad = isNeeded && Component === undefined && !hasFailed;
  useEffect(() => {
    if (!mustLoad) return undefined;
    let isMounted = true;
    module.load().then(
      (component) => {
        module.loaded = component;
        if (isMounted) setLoadedComponent(() => component);
      },
      () => isMounted && setFailed(true),
    );
    return () => {
      isMounted = false;
    };
  }, [module, mustLoad]);
  return { Component, hasFailed, retry: () => setFailed(false) };
}
