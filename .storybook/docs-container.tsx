import { DocsContainer, type DocsContainerProps } from '@storybook/addon-docs/blocks';
import { useEffect, useState, type PropsWithChildren, type ReactElement } from 'react';
import { addons } from 'storybook/preview-api';
import { prefersDark, themeOf } from './theme.ts';

type Scheme = 'system' | 'light' | 'dark';

/** Storybook events that carry the values of the toolbar. */
const EVENTS = ['setGlobals', 'globalsUpdated'];

/** The scheme currently chosen in the toolbar. */
function useScheme(): Scheme {
  const channel = addons.getChannel();
  const [scheme, setScheme] = useState<Scheme>(() =>
    schemeOf(EVENTS.toReversed().flatMap((event) => channel.last(event) ?? [])[0]),
  );
  useEffect(() => {
    const read = (said: unknown): void => setScheme(schemeOf(said));
    for (const event of EVENTS) channel.on(event, read);
    return () => {
      for (const event of EVENTS) channel.off(event, read);
    };
  }, [channel]);
  return scheme;
}

function schemeOf(said: unknown): Scheme {
  const { theme } = (said as { globals?: { theme?: Scheme } } | undefined)?.globals ?? {};
  return theme ?? 'system';
}

/** Docs pages, including Storybook's own parts of them, follow the scheme of the toolbar. */
export function Container({
  children,
  ...props
}: PropsWithChildren<DocsContainerProps>): ReactElement {
  const scheme = useScheme();
  const isDark = scheme === 'system' ? prefersDark.matches : scheme === 'dark';
  return (
    <DocsContainer {...props} theme={themeOf(isDark)}>
      <div
        data-theme={isDark ? 'dark' : 'light'}
        style={{
          colorScheme: isDark ? 'dark' : 'light',
          color: 'light-dark(#1a1c20, #e9eaed)',
        }}
      >
        {children}
      </div>
    </DocsContainer>
  );
}
