import { Button } from '@blueprintjs/core'
import { Flash, Moon } from '@blueprintjs/icons'
import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { host } from '../host/host.ts'
import { type Theme, themeAtom } from '../theme/theme.ts'

export interface ThemeControl {
  theme: Theme
  choose: (theme: Theme) => void
  toggle: () => void
}

/** The theme and its two ways of change: to a named one, or to the other. */
export function useTheme(): ThemeControl {
  const [theme, set] = useAtom(themeAtom)
  const choose = (next: Theme) => {
    set(next)
    void host.settings.set({ theme: next })
  }
  return { theme, choose, toggle: () => choose(theme === 'dark' ? 'light' : 'dark') }
}

export function ThemeToggle() {
  const { t } = useTranslation()
  const { theme, toggle } = useTheme()
  const isDark = theme === 'dark'
  const label = isDark ? t('Use the light theme') : t('Use the dark theme')
  return (
    <Button variant="minimal" icon={isDark ? <Flash /> : <Moon />} aria-label={label} title={label} onClick={toggle} />
  )
}
