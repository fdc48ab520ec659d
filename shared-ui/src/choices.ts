export { Checkbox, Radio, RadioGroup, Select, Slider, Switch } from '@fluentui/react-components';
export { SelectField, SliderField, SwitchField, type Choice } from './fields/choice-fields';
export { PictureFinder, type Findable, type PictureFinderProps } from './fields/picture-finder';
