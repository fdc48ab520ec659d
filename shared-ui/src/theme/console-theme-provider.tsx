import { FluentProvider, makeStyles, tokens } from "@fluentui/react-components";
import { useEffect, type ReactNode } from "react";
import { useResolvedTheme } from "./theme-mode";
import { darkTheme, lightTheme } from "./themes";

const useStyles = makeStyles({
  root: { minHeight: "100vh", backgroundColor: tokens.colorNeutralBackground3, color: tokens.colorNeutralForeground1 },
});

/** Mounted once, by the host or by a remote's standalone page. */
export function ConsoleThemeProvider({ children }: { children: ReactNode }) {
  const resolved = useResolvedTheme();
  const styles = useStyles();
  useEffect(() => {
    // Native controls and scroll bars follow this property and nothing else.
    document.documentElement.style.colorScheme = resolved;
  }, [resolved]);
  return (
    <FluentProvider theme={resolved === "dark" ? darkTheme : lightTheme} className={styles.root} data-theme={resolved}>
      {children}
    </FluentProvider>
  );
}
