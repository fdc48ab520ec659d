export { Checkbox, Radio, RadioGroup, Select, Slider, Switch } from '@fluentui/react-components';
export { SelectField, SliderField, SwitchField, type Choice } from './fields/choice-fields';
export { SelectControl, SliderControl, SwitchControl } from './forms/choice-controls';
export { GoldTaskField, type GoldTask, type GoldTaskFieldProps } from './picker/gold-task-field';
export { GroupFinder, type GroupReference } from './fields/group-finder';
export { ThumbnailPicker } from './fields/thumbnail-picker';
