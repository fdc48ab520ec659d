import { Link, TruncatedText } from '@console/shared-ui/basics';

/** The address, where it leads to the web; data may have any other, `javascript:` too. */
export function webAddress(address: string | null): string | null {
  if (!address) return null;
  try {
    const { protocol } = new URL(address);
    return protocol === 'http:' || protocol === 'https:' ? address : null;
  } catch {
    return null;
  }
}

/** A link of the data on one line: a link when it is http or https, else its text alone. */
export function DataLink({ address, children }: { address: string | null; children: string }) {
  const web = webAddress(address);
  return web ? (
    <Link href={web} target="_blank" rel="noopener noreferrer">
      <TruncatedText>{children}</TruncatedText>
    </Link>
  ) : (
    <span title={address ?? undefined}>
      <TruncatedText>{children}</TruncatedText>
    </span>
  );
}
