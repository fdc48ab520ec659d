export { Picker, type PickerProps } from './picker';
export { PickerField, type PickerFieldProps } from './picker-field';
export type { PickerChoice } from './picker-choice';
