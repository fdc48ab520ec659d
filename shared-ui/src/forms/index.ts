// Forms in dialogs. Import react-hook-form from here: the page then loads it only once.
export { Controller, useController, useForm, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
export { EditDialog } from './edit-dialog';
export {
  ColorControl,
  commonLabels,
  isNameUsed,
  listOtherNames,
  NameControl,
  PickerControl,
  TextAreaControl,
  TextControl,
  validateName,
} from './controls';
export { useFormField, type ControlProps } from './use-form-field';
export { useUnsavedChanges } from '../unsaved-changes';
