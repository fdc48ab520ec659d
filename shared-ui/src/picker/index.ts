export { Picker } from './picker';
export { PickerField } from './picker-field';
export type { PickerChoice } from './picker-choice';
