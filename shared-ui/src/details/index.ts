// Building blocks of the page of one row: states, forms on the page, actions.
export { CopyableId } from './copyable-id';
export { DraftForm, DraftTextField, type DraftFormProps, type DraftTextFieldProps } from './draft-form';
export { EntityPage, type EntityPageProps } from './entity-page';
export { useDeletion, type DeletionOptions } from './use-deletion';
export { useDraftForm, type DraftFormOptions, type FieldErrors, type FormState } from './use-draft-form';
export { useFocusAfterDeletion } from './use-focus-after-deletion';
export { useReturnFocus } from './use-return-focus';
export { JsonForm, type JsonFormProps } from './json-form';
export { UploadButton, type UploadButtonProps } from './upload-button';
