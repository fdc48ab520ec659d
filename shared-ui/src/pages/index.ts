// Building blocks of pages with lists. Tables are in `table`, forms in `forms`.
export * from '../url-params';
export { ConfirmWriteDialog } from './confirm-write-dialog';
export { DeletionDialog } from '../dialogs/deletion-dialog';
export { DialogSlot, useDialog, useFocusRestoration, type DialogControl } from './dialog-slot';
export { ListBar, useNameSearch } from '../list-section/list-bar';
export { QueryState } from './query-state';
export type { QueryLike } from '../states/query-like';
export { goToSection, SectionLinks } from './section-links';
export { useWrite, type Write, type WriteResult } from './use-write';
export { useUndoNotice } from '../undo';
export { downloadFile } from './download-file';
export { useServerList, type ListParams, type PageQuery, type ServerList } from '../list-section/use-server-list';
export { useLoadedList } from '../list-section/use-loaded-list';
export { ListPager } from '../list-section/list-pager';
export type { ListState } from '../list-section/list-state';
export type { ListSelection } from '../list-section/list-selection';
