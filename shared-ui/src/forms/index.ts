// Forms in dialogs. react-hook-form comes from here, so that it is in the page once: the sign-in page has loaded it already.
export {
  Controller,
  useController,
  useForm,
  type Control,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form';
export { EditDialog, type EditDialogProps } from './edit-dialog';
export { ColorControl, NameControl, listOtherNames } from './controls';
export { useUnsavedChanges } from '../unsaved-changes';
