/**
 * How a file of the build's own failed to come, or undefined for an error of another sort. webpack gives both the name
 * `ChunkLoadError`; its patience ends with a type of its own, and style sheets have a code in place of the name.
 */
export function getChunkFaultKind(error: unknown): 'chunk' | 'timeout' | undefined {
  if (!(error instanceof Error)) return undefined;
  const { type, code } = error as { type?: unknown; code?: unknown };
  if (error.name === 'ChunkLoadError') return type === 'timeout' ? 'timeout' : 'chunk';
  return code === 'CSS_CHUNK_LOAD_FAILED' ? 'chunk' : undefined;
}
