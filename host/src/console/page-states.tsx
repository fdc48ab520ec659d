import { EmptyState, ErrorState, LockIcon, Page, SearchIcon, SkeletonRows, TextLink } from '@console/shared-ui/basics';
import { messages } from '../messages';
import { getServiceName } from '../federation-view/services';

/** Page for an unknown path. `missing` are remotes that could not be read: the path may belong to one of their pages. */
export function NotFoundPage({ missing }: { missing: readonly string[] }) {
  return (
    <Page title={messages.notFound.title}>
      <EmptyState icon={<SearchIcon />} action={<TextLink to="/">{messages.notFound.back}</TextLink>}>
        {missing.length > 0 ? messages.notFound.missing(missing.join(', ')) : messages.notFound.text}
      </EmptyState>
    </Page>
  );
}

/** Shown if the workspace lacks the page's services. Nothing of the page's remote is loaded. */
export function NoAccessPage({ title, resources }: { title: string; resources: readonly string[] }) {
  const names = [...new Set(resources.map(getServiceName))].join(', ');
  return (
    <Page title={title}>
      <EmptyState icon={<LockIcon />}>{messages.noAccess.text(names)}</EmptyState>
    </Page>
  );
}

export function NoServicesPage() {
  return (
    <Page title={messages.noServices.title}>
      <EmptyState icon={<LockIcon />}>{messages.noServices.text}</EmptyState>
    </Page>
  );
}

export function NoWorkspacePage() {
  return (
    <Page title={messages.noWorkspace.title}>
      <EmptyState icon={<LockIcon />}>{messages.noWorkspace.text}</EmptyState>
    </Page>
  );
}

export function ServicesFailedPage({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  return (
    <Page title={title}>
      <ErrorState title={messages.servicesFailed} error={error} onRetry={onRetry} />
    </Page>
  );
}

export function RowFailedPage({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  return (
    <Page title={title}>
      <ErrorState title={messages.rowFailed} error={error} onRetry={onRetry} />
    </Page>
  );
}

export function RegistryFailedPage({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <Page title={title}>
      <ErrorState title={messages.registryFailed} onRetry={onRetry} />
    </Page>
  );
}

export function LoadingPage({ title }: { title: string }) {
  return (
    <Page title={title}>
      <SkeletonRows rows={6} label={messages.loadingPage} />
    </Page>
  );
}
