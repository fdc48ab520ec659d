export { Checkbox, Radio, RadioGroup, Select, Slider, Switch } from '@fluentui/react-components';
export { SelectField, SliderField, SwitchField, type Choice } from './fields/choice-fields';
export { ThumbnailPicker, type FindableRow, type ThumbnailPickerProps } from './fields/thumbnail-picker';
