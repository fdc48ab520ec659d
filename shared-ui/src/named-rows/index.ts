export { inputSizeOf, withInputSize, type TrainingParams } from '../rows/input-size';
export { ManageSection, type ManageSectionProps } from '../rows/manage-section';
export type { NamedRow, RowNoun, RowValues } from '../rows/named-row';
export { NamedRows, type LoadedRows, type NamedRowsProps, type RowWrites } from './named-rows';
export type { PickItem } from '../rows/pick-list';
