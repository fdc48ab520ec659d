// Exports that nearly every page uses. Importing one of them loads all of them. Exports that only some pages use are in other sub-paths of
// the package (see `exports` in `package.json`), and load with those pages.
export {
  Avatar,
  Badge,
  Button,
  Caption1,
  Card,
  Combobox,
  CounterBadge,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  DialogTrigger,
  Field,
  Input,
  Label,
  Link,
  makeStyles,
  Menu,
  MenuDivider,
  MenuItem,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  mergeClasses,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  Option,
  OverlayDrawer,
  ProgressBar,
  SearchBox,
  Skeleton,
  SkeletonItem,
  Text,
  Textarea,
  tokens,
  Tooltip,
  useId,
  useRestoreFocusTarget,
} from '@fluentui/react-components';
export type { ButtonProps, DialogProps, InputProps, Theme } from '@fluentui/react-components';
export * from './icons';
export { amber, ink } from './theme/brand';
export { ConsoleThemeProvider } from './theme/console-theme-provider';
export { themeModes, useResolvedTheme, useThemeMode, type ThemeMode } from './theme/theme-mode';
export { Page, type PageProps } from './page/page';
export { ButtonRow } from './page/button-row';
export { Section, type SectionProps } from './page/section';
export { Subsection, type SubsectionProps } from './page/subsection';
export { TitleShownContext } from './page/title-shown-context';
export { setPageTitle, usePageTitle } from './page/page-title';
export { DashboardCard, Stats, type DashboardCardProps, type StatsProps } from './dashboard/dashboard-card';
export { getLastPage, Pager, type PagerProps } from './pager/pager';
export * from './url-params';
export { ConfirmDialog, type ConfirmDialogProps } from './dialogs/confirm-dialog';
export { ContentDialog } from './dialogs/content-dialog';
export { FormDialog, type FormDialogProps } from './dialogs/form-dialog';
export { hasUnsavedChanges, LeaveGuard, useUnsavedChanges } from './unsaved-changes';
export { TextAreaField, TextField, type TextAreaFieldProps, type TextFieldProps } from './fields/text-fields';
export { visuallyHidden } from './text/visually-hidden';
export { Picker, PickerField, type PickerChoice } from './picker';
export { ColorField, ColorSwatch, type ColorFieldProps } from './fields/color-field';
export { labelPalette, nextLabelColor } from '@console/shared-contract/label-palette';
export { EmptyState } from './states/empty-state';
export { describeError, describeRefusal, getServerReason, ErrorState, type ErrorStateProps } from './states/error-state';
export { SkeletonRows, SkeletonTiles } from './states/skeletons';
export { ErrorBoundary, type ErrorBoundaryProps } from './errors/error-boundary';
export { CopyButton } from './copy-button/copy-button';
export { RealProductBadge, TrainTestBadge } from './badges/badges';
export { registerUndoShortcut } from './undo/undo-shortcut';
export { ConsoleToaster, useNotify, type Notice, type Notify } from './toasts/notify';
export { JsonEditor } from './json-editor/json-editor';
export type { JsonEditorProps, JsonMode } from './json-editor/props';
export * from './format';
export { Thumbnail, type ThumbnailProps } from './thumbnail/thumbnail';
export { LinkButton, type LinkButtonProps } from './links/link-button';
export { createHistoryAction, HistoryLink, toHistoryPath, type HistorySubject } from './links/history-link';
export { TextLink, type TextLinkProps } from './links/text-link';
export { Facts } from './text/facts';
export { TruncatedText } from './text/truncated-text';
export { PageLink, useCanOpen, type PageLinkProps } from './federation/page-link';
export { Permitted, type PermittedProps } from './permitted/permitted';
export * from './federation';
