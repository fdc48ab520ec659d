import { useEffect, useState, type ComponentType } from 'react';

/** A component of this package whose code is a chunk of its own, kept once it has come. */
export interface LazyModule<Props> {
  load: () => Promise<ComponentType<Props>>;
  loaded?: ComponentType<Props>;
}

/** The component of a chunk, fetched when it is first wanted; `failed` until it is asked for again. */
export function useLazyModule<Props>(code: LazyModule<Props>, isWanted: boolean) {
  const [own, setPart] = useState<ComponentType<Props> | undefined>(() => code.loaded);
  // Another part of the page may have fetched it since this one was first drawn.
  const Part = own ?? code.loaded;
  const [failed, setFailed] = useState(false);
  const isMissing = isWanted && Part === undefined && !failed;
  useEffect(() => {
    if (!isMissing) return undefined;
    let isThere = true;
    code.load().then(
      (component) => {
        code.loaded = component;
        if (isThere) setPart(() => component);
      },
      () => isThere && setFailed(true),
    );
    return () => {
      isThere = false;
    };
  }, [code, isMissing]);
  return { Part, failed, retry: () => setFailed(false) };
}
