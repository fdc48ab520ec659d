import { EmptyState, ErrorState, LockIcon, Page, SearchIcon, SkeletonRows, TextLink } from '@console/shared-ui/basics';
import { messages } from '../messages';
import { serviceName } from './services';

/** `missing`: parts whose pages are unknown, any of which may be meant. */
export function NotFoundPage({ missing }: { missing: readonly string[] }) {
  return (
    <Page title={messages.notFound.title}>
      <EmptyState icon={<SearchIcon />} action={<TextLink to="/">{messages.notFound.back}</TextLink>}>
        {missing.length > 0 ? messages.notFound.missing(missing.join(', ')) : messages.notFound.text}
      </EmptyState>
    </Page>
  );
}

/** The workspace lacks the service of a page; nothing of the page's remote is fetched. */
export function NoAccessPage({ title, resources }: { title: string; resources: readonly string[] }) {
  const names = [...new Set(resources.map(serviceName))].join(', ');
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
