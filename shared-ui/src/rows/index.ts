export { EditableRows, type RowFormProps } from './editable-rows';
export { getInputSize, INPUT_SIZES, withInputSize, type TrainingParams } from './input-size';
export { InputSizeControl } from './input-size-control';
export { defineRowListParams } from './row-list-params';
export { ManageSection, type ManageSectionProps } from './manage-section';
export type { NamedRow } from './named-row';
export type { PickItem } from './pick-list';
