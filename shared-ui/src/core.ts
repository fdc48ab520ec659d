// The components that the sign-in page and the frames around micro-frontends need. Before sign-in, only this part of the package
// loads, because the scripts for sign-in have a size budget of 266 kB. The main entry also exports everything in this file.
export {
  Badge,
  Button,
  Card,
  Field,
  Input,
  Link,
  makeStyles,
  mergeClasses,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  Skeleton,
  SkeletonItem,
  tokens,
} from '@fluentui/react-components';
export { BeakerRegular as DevelopmentIcon } from '@fluentui/react-icons/svg/beaker';
export { amber, ink } from './theme/brand';
export { ConsoleThemeProvider } from './theme/console-theme-provider';
export { TextField, type TextFieldProps } from './fields/text-fields';
export { Page, type PageProps } from './page/page';
export { setPageTitle } from './page/page-title';
export { ErrorState, type ErrorStateProps } from './states/error-state';
export { SkeletonRows } from './states/skeletons';
export * from './federation';
