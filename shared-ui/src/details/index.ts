// Building blocks of the page of one row: states, forms on the page, actions.
export { CopyableId } from './copyable-id';
export { DraftForm, DraftTextField } from './draft-form';
export { EntityPage } from './entity-page';
export { useDeletion } from './use-deletion';
export { useDraftForm } from './use-draft-form';
export { useFocusAfterDeletion } from './use-focus-after-deletion';
export { useReturnFocus } from './use-return-focus';
export { JsonForm } from './json-form';
export { UploadButton } from './upload-button';
