export { inputSizeOf, withInputSize, type TrainingParams } from './input-size';
export { ManageSection, type ManageSectionProps } from './manage-section';
export type { NamedRow, RowNoun, RowValues } from './named-row';
export { NamedRows, type LoadedRows, type NamedRowsProps, type RowWrites } from './named-rows';
export type { PickItem } from './pick-list';
