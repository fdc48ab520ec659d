// What the sign-in page and the frames around remote parts need, and no more: it is all of this package that loads before
// a person has signed in (sign-in has 300 kB of script to spend). The main entry has all of it too.
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
