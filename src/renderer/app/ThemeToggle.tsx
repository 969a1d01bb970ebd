import { Button } from '@blueprintjs/core'
import { Flash, Moon } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { useTheme } from '../theme/use-theme.ts'

/** Flips between the two named themes; where none is chosen, away from what is seen. */
export function ThemeToggle() {
  const { t } = useTranslation()
  const { look, setTheme } = useTheme()
  const isDark = look === 'dark'
  const label = isDark ? t('Use the light theme') : t('Use the dark theme')
  return (
    <Button
      variant="minimal"
      icon={isDark ? <Flash /> : <Moon />}
      aria-label={label}
      title={label}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
    />
  )
}
