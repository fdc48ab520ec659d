export { Checkbox, Radio, RadioGroup, Select, Switch } from '@fluentui/react-components';
export { Slider } from './fields/slider';
export { SelectField, SliderField, SwitchField, type Choice } from './fields/choice-fields';
export { SelectControl, SliderControl, SwitchControl } from './forms/choice-controls';
export { DomainTaskField, type DomainTask, type DomainTaskFieldProps } from './picker/domain-task-field';
export { GroupFinder, type GroupReference } from './fields/group-finder';
export { ThumbnailPicker } from './fields/thumbnail-picker';
