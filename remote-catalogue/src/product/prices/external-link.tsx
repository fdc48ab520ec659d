import { Link, TruncatedText } from '@console/shared-ui/basics';

/** Returns the URL if it is http or https, otherwise null. URLs in data can have unsafe schemes such as `javascript:`. */
export function toWebUrl(url: string | null): string | null {
  return url && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null;
}

/** Shows a URL of the data as a link on one line, or as plain text if it is not http or https. */
export function ExternalLink({ url, children }: { url: string | null; children: string }) {
  const webUrl = toWebUrl(url);
  return webUrl ? (
    <Link href={webUrl} target="_blank" rel="noopener noreferrer">
      <TruncatedText>{children}</TruncatedText>
    </Link>
  ) : (
    <span title={url ?? undefined}>
      <TruncatedText>{children}</TruncatedText>
    </span>
  );
}
