/**
 * Returns the reason why a chunk could not be loaded, or undefined for other errors. webpack names such errors `ChunkLoadError`.
 * Their `type` distinguishes timeouts and, in builds with `ChunkIntegrityPlugin`, files with wrong content. Errors of style
 * sheets have a code instead of this name.
 */
export function getChunkFaultKind(error: unknown): 'chunk' | 'integrity' | 'timeout' | undefined {
  if (!(error instanceof Error)) return undefined;
  const { type, code } = error as { type?: unknown; code?: unknown };
  if (error.name === 'ChunkLoadError') return type === 'timeout' || type === 'integrity' ? type : 'chunk';
  return code === 'CSS_CHUNK_LOAD_FAILED' ? 'chunk' : undefined;
}
