export { getAuditFile } from './folder-log';
export { createFolderStore, getRegistryFile, replaceRegistry, withRegistryLock } from './folder-store';
export { type PointerMove, movePointer } from './pointer-move';
export { addCompressedFiles, removeCompressedFiles } from './compressed-files';
export { checkFiles, parse, createPublication, readBuiltRelease, getSizes } from './release-files';
export { type AuditEntry, EMPTY_REGISTRY, parseRegistry, type ReleaseStore } from './release-store';
export { openReleases, startReleases } from './open';
export { readTar, writeTar } from './tar';
export { withFolderLock } from './folder-lock';
