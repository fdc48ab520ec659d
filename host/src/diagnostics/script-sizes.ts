/** Number and size of the scripts that this tab has requested from one folder. */
interface ScriptSizes {
  count: number;
  /** Compressed size in bytes. */
  bytes: number;
  /** Number of scripts from the browser's cache. */
  cached: number;
}

/** Sums the scripts whose URL begins with the folder. */
export function sumScripts(folder: string, entries: readonly PerformanceResourceTiming[]): ScriptSizes {
  const scripts = entries.filter(({ name, initiatorType }) => initiatorType === 'script' && name.startsWith(folder));
  return {
    count: scripts.length,
    bytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    // A script comes from the cache if it has a size, but nothing was transferred.
    cached: scripts.filter(({ transferSize, encodedBodySize }) => transferSize === 0 && encodedBodySize > 0).length,
  };
}
