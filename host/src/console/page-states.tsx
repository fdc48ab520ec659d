import { Button, EmptyState, ErrorState, LockIcon, Page, SearchIcon, SkeletonRows, TextLink } from '@console/shared-ui/basics';
import { useRole, useWorkspace } from '@console/shared-auth';
import { consoleMessages } from './console-messages';
import { layoutMessages } from '../layout/layout-messages';
import { messages } from '../messages';
import { useShellCommands } from '../layout/shell-commands';
import { getServiceName } from '../federation-view/services';

/**
 * Page for an unknown path. `missing` contains the names of micro-frontends that could not be loaded. The path may belong to one of them.
 */
export function NotFoundPage({ missing }: { missing: readonly string[] }) {
  return (
    <Page title={consoleMessages.notFound.title}>
      <EmptyState icon={<SearchIcon />} action={<TextLink to="/">{consoleMessages.notFound.back}</TextLink>}>
        {missing.length > 0 ? consoleMessages.notFound.missing(missing.join(', ')) : consoleMessages.notFound.text}
      </EmptyState>
    </Page>
  );
}

/** Replaces a page that the user cannot open, and shows the reason. */
export function ClosedPage({ title, text }: { title: string; text: string }) {
  return (
    <Page title={title}>
      <EmptyState icon={<LockIcon />}>{text}</EmptyState>
    </Page>
  );
}

/** Shown to a user without a workspace, who can create one. */
export function NoWorkspacePage() {
  const { openCreateWorkspace } = useShellCommands();
  const { title, text } = consoleMessages.noWorkspace;
  return (
    <Page title={title}>
      <EmptyState
        icon={<LockIcon />}
        action={<Button onClick={openCreateWorkspace}>{layoutMessages.createWorkspace.title}</Button>}
      >
        {text}
      </EmptyState>
    </Page>
  );
}

/** Shown if the workspace lacks the page's services. No code of the page's remote is loaded. */
export function NoAccessPage({ title, resources }: { title: string; resources: readonly string[] }) {
  const names = [...new Set(resources.map(getServiceName))].join(', ');
  return <ClosedPage title={title} text={consoleMessages.noAccess.text(names)} />;
}

/** Shown if the user's role does not allow the page. Says which role the user has and whom to ask. */
export function NoPermissionPage({ title }: { title: string }) {
  const role = useRole();
  const { workspace } = useWorkspace();
  return (
    <ClosedPage title={title} text={consoleMessages.noPermission(role ? messages.roles[role] : '', workspace?.name ?? '')} />
  );
}

interface FailedPageProps {
  title: string;
  /** Title of the error. */
  failure: string;
  error?: unknown;
  onRetry: () => void;
}

/** Replaces a page that failed to load, and shows the error. */
export function FailedPage({ title, failure, error, onRetry }: FailedPageProps) {
  return (
    <Page title={title}>
      <ErrorState title={failure} error={error} onRetry={onRetry} />
    </Page>
  );
}

export function LoadingPage({ title }: { title: string }) {
  return (
    <Page title={title}>
      <SkeletonRows rows={6} label={consoleMessages.loadingPage} />
    </Page>
  );
}
