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

function ThemedContent({ children }: { children: ReactNode }) {
  const resolvedTheme = useResolvedTheme();
  const styles = useStyles();
  useDocumentStyles();
  useEffect(() => {
    // This CSS property sets the theme of native controls and scroll bars.
    document.documentElement.style.colorScheme = resolvedTheme;
    document.documentElement.dataset.theme = resolvedTheme;
  }, [resolvedTheme]);
  return (
    // Do not set a class on the provider: Fluent copies the class to every portal, and the portal of a menu would cover the page.
    <FluentProvider theme={resolvedTheme === 'dark' ? darkTheme : lightTheme} customStyleHooks_unstable={styleHooks}>
      <div className={styles.root}>{children}</div>
    </FluentProvider>
  );
}

/** Provides the theme. Mount this component once. `stylesIn` is the document that receives the styles of Fluent. */
export function ConsoleThemeProvider({ children, stylesIn = document }: { children: ReactNode; stylesIn?: Document }) {
  const [renderer] = useState(() => createStyleRenderer(stylesIn));
  return (
    <RendererProvider renderer={renderer} targetDocument={stylesIn}>
      <ThemedContent>{children}</ThemedContent>
    </RendererProvider>
  );
}
