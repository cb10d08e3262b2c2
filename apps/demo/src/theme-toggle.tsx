import { useEffect, useState } from 'react';
import { LineIcon } from './line-icon.tsx';

const THEMES = [
  ['system', 'System', 'M2.5 4h11v7h-11zM6 13.5h4'],
  [
    'light',
    'Light',
    'M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M12.6 3.4l-.7.7M4.1 11.9l-.7.7',
  ],
  ['dark', 'Dark', 'M13 9.6A5.5 5.5 0 0 1 6.4 3a5.5 5.5 0 1 0 6.6 6.6z'],
] as const;
type Theme = (typeof THEMES)[number][0];

const KEY = 'hitl-demo-theme';

function stored(): Theme {
  const value = localStorage.getItem(KEY);
  return THEMES.find(([theme]) => theme === value)?.[0] ?? 'system';
}

/** Light, dark, or the system setting. */
export function ThemeToggle() {
  const [theme, setTheme] = useState<Theme>(stored);

  useEffect(() => {
    localStorage.setItem(KEY, theme);
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);

  return (
    <fieldset className="theme">
      <legend className="visually-hidden">Theme</legend>
      {THEMES.map(([name, label, path]) => (
        <label key={name} title={label}>
          <input
            type="radio"
            name="theme"
            className="visually-hidden"
            aria-label={label}
            checked={theme === name}
            onChange={() => setTheme(name)}
          />
          <LineIcon path={path} />
        </label>
      ))}
    </fieldset>
  );
}
