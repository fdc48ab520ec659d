// Building blocks of pages with lists. Tables are in `table`, forms in `forms`.
export * from '../url-params';
export { DialogSlot, useDialog, type DialogControl } from './dialog-slot';
export { JsonForm, type JsonFormProps } from './json-form';
export { ListBar, useNameSearch, type ListBarProps } from '../server-list/list-bar';
export { QueryState, type QueryLike, type QueryStateProps } from './query-state';
export { goToSection, SectionLinks, type SectionLinksProps } from './section-links';
export { useWrite, type Write, type WriteOptions, type WriteResult } from './use-write';
export { UploadButton, type UploadButtonProps } from '../upload/upload-button';
export { downloadFile } from './download-file';
export {
  useServerList,
  type ListParams,
  type ListState,
  type PageQuery,
  type ServerList,
  type ServerListOptions,
} from '../server-list/use-server-list';
export type { ListSelection } from '../server-list/list-selection';
