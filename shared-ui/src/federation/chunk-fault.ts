/**
 * Returns the reason why a chunk could not be loaded, or undefined for other errors. webpack throws a `ChunkLoadError`. Its `type`
 * distinguishes timeouts and, in builds with `ChunkIntegrityPlugin`, files with wrong content. An error of a style sheet has another
 * name, but a `code`.
 */
export function getChunkFaultKind(error: unknown): 'chunk' | 'integrity' | 'timeout' | undefined {
  if (!(error instanceof Error)) return undefined;
  const { type, code } = error as { type?: unknown; code?: unknown };
  if (error.name === 'ChunkLoadError') return type === 'timeout' || type === 'integrity' ? type : 'chunk';
  return code === 'CSS_CHUNK_LOAD_FAILED' ? 'chunk' : undefined;
}
