import { FluentProvider, makeStaticStyles, makeStyles, RendererProvider, tokens } from '@fluentui/react-components';
import { useEffect, useState, type ReactNode } from 'react';
import { createStyleRenderer } from './style-renderer';
import { styleHooks } from './style-hooks';
import { useResolvedTheme } from './theme-mode';
import { darkTheme, lightTheme } from './themes';

const useDocumentStyles = makeStaticStyles({ body: { margin: 0 } });
const useStyles = makeStyles({
  root: { minHeight: '100vh', backgroundColor: tokens.colorNeutralBackground3, color: tokens.colorNeutralForeground1 },
});

function Themed({ children }: { children: ReactNode }) {
  const resolved = useResolvedTheme();
  const styles = useStyles();
  useDocumentStyles();
  useEffect(() => {
    // Native controls and scroll bars follow this property and nothing else.
    document.documentElement.style.colorScheme = resolved;
    document.documentElement.dataset.theme = resolved;
  }, [resolved]);
  return (
    // No class of ours on the provider: Fluent copies it to every portal, and a menu's would cover the page.
    <FluentProvider theme={resolved === 'dark' ? darkTheme : lightTheme} customStyleHooks_unstable={styleHooks}>
      <div className={styles.root}>{children}</div>
    </FluentProvider>
  );
}

/** Mounted once, by the host or by a remote's standalone page. `stylesIn` is where Fluent's rules go: this document, unless told. */
export function ConsoleThemeProvider({ children, stylesIn = document }: { children: ReactNode; stylesIn?: Document }) {
  const [renderer] = useState(() => createStyleRenderer(stylesIn));
  return (
    <RendererProvider renderer={renderer} targetDocument={stylesIn}>
      <Themed>{children}</Themed>
    </RendererProvider>
  );
}
