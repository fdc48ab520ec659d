export { auditFile } from './folder-log';
export { folderReleases, registryFile, replaceRegistry, withRegistryLock } from './folder-store';
export { type PointerMove, movePointer } from './pointer-move';
export { withCompressedForms, withoutCompressedForms } from './compressed-forms';
export { checkFiles, parse, publicationOf, readBuilt, sizesOf } from './release-files';
export { type AuditEntry, EMPTY_REGISTRY, parseRegistry, type ReleaseStore } from './release-store';
export { openReleases, startReleases } from './open';
export { filesOfTar, tarOf } from './tar';
export { withFolderLock } from './folder-lock';
