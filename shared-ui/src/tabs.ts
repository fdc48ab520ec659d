export { Tab, TabList, type SelectTabData, type TabValue } from '@fluentui/react-components';
