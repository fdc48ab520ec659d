export { Checkbox, Radio, RadioGroup, Select, Slider, Switch } from '@fluentui/react-components';
export { SelectField, SliderField, SwitchField, type Choice } from './fields/choice-fields';
export { GroupFinder, type GroupFinderProps, type GroupReference } from './fields/group-finder';
export { ThumbnailPicker, type FindableRow, type ThumbnailPickerProps } from './fields/thumbnail-picker';
