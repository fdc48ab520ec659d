/**
 * Returns how loading a chunk failed, or undefined for other errors. webpack uses the name `ChunkLoadError` for failures and,
 * with a separate `type`, for timeouts. Errors of style sheets have a code instead of the name.
 */
export function getChunkFaultKind(error: unknown): 'chunk' | 'timeout' | undefined {
  if (!(error instanceof Error)) return undefined;
  const { type, code } = error as { type?: unknown; code?: unknown };
  if (error.name === 'ChunkLoadError') return type === 'timeout' ? 'timeout' : 'chunk';
  return code === 'CSS_CHUNK_LOAD_FAILED' ? 'chunk' : undefined;
}
