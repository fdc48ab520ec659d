// The minimum for the sign-in page and for the frames around components of micro-frontends. Only this part of the package loads
// before sign-in, where the budget for scripts is 266 kB. The main entry also exports everything in here.
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
