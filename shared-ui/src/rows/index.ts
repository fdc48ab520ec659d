export { EditableRows, type EditableRowsProps, type RowFormProps } from './editable-rows';
export { inputSizeOf, inputSizes, withInputSize, type TrainingParams } from './input-size';
export { InputSizeControl } from './input-size-control';
export { rowsAddress, type RowsAddress } from './rows-address';
export { ManageSection, type ManageSectionProps } from './manage-section';
export type { NamedRow, RowNoun } from './named-row';
export type { PickItem } from './pick-list';
