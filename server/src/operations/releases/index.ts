export { getAuditFile } from './folder/folder-log';
export { createFolderStore, getRegistryFile, replaceRegistry, withRegistryLock } from './folder/folder-store';
export { type PointerMove, movePointer } from './release/pointer-move';
export { addCompressedFiles } from './release/compressed-files';
export { checkFiles, parse, createPublication, readBuiltRelease, getSizes } from './release/release-files';
export { type MoveLogEntry, EMPTY_REGISTRY, parseRegistry, type ReleaseStore } from './release/release-store';
export { openReleases, openReleasesForServer } from './open';
export { readTar, writeTar } from './release/tar';
export { withFolderLock } from './folder/folder-lock';
