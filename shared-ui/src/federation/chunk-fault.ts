/**
 * Returns how loading a chunk failed, or undefined for other errors. webpack uses the name `ChunkLoadError` for failures. Their
 * `type` tells timeouts and, in builds with `ChunkIntegrityPlugin`, changed files apart. Errors of style sheets have a code
 * instead of the name.
 */
export function getChunkFaultKind(error: unknown): 'chunk' | 'integrity' | 'timeout' | undefined {
  if (!(error instanceof Error)) return undefined;
  const { type, code } = error as { type?: unknown; code?: unknown };
  if (error.name === 'ChunkLoadError') return type === 'timeout' || type === 'integrity' ? type : 'chunk';
  return code === 'CSS_CHUNK_LOAD_FAILED' ? 'chunk' : undefined;
}
