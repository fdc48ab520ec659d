// Forms in dialogs. Import react-hook-form from here: the page loads it only once, together with the sign-in page.
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
export { ColorControl, commonLabels, listOtherNames, NameControl, validateName } from './controls';
export { useUnsavedChanges } from '../unsaved-changes';
