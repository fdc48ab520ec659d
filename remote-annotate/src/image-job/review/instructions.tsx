import { makeStyles, tokens } from '@console/shared-ui/basics';
import Markdown from 'markdown-to-jsx/react';
import type { ReactNode } from 'react';
import { reviewMessages } from './review-messages';

const useStyles = makeStyles({
  panel: {
    // Leave most of the page to the image. A long text scrolls.
    maxHeight: '20vh',
    overflowY: 'auto',
    flexShrink: 0,
    padding: `0 ${tokens.spacingHorizontalL}`,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    overflowWrap: 'anywhere',
    '& > div': { maxWidth: '80ch' },
    '& table': { borderCollapse: 'collapse' },
    '& td, & th': { border: `1px solid ${tokens.colorNeutralStroke2}`, padding: tokens.spacingHorizontalXS },
    '& a': { color: tokens.colorBrandForegroundLink },
  },
});

function ExternalLink({ href, children }: { href?: string; children?: ReactNode }) {
  if (!href || !/^(https?:|mailto:)/i.test(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** Shows the alternative text instead of the image. Loading an image from another server would reveal who reads the instructions. */
const ImageAltText = ({ alt }: { alt?: string }) => <span>{alt}</span>;

const heading = (component: 'h3' | 'h4' | 'h5' | 'h6') => ({ component, props: {} });

/** HTML is shown as text. Headings are two levels lower, because the page has its own headings above. */
const OPTIONS = {
  disableParsingRawHTML: true,
  forceBlock: true,
  forceWrapper: true,
  wrapper: 'div',
  overrides: {
    h1: heading('h3'),
    h2: heading('h4'),
    h3: heading('h5'),
    h4: heading('h6'),
    a: { component: ExternalLink, props: {} },
    img: { component: ImageAltText, props: {} },
  },
} as const;

/** Renders the instructions of a job, which are Markdown. Never runs scripts or loads images. */
export function Instructions({ text }: { text: string }) {
  const styles = useStyles();
  return (
    <section aria-label={reviewMessages.instructions} className={styles.panel} tabIndex={0}>
      <Markdown options={OPTIONS}>{text}</Markdown>
    </section>
  );
}
