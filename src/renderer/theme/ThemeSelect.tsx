import { HTMLSelect } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { choiceOf } from './theme.ts'
import { useTheme } from './use-theme.ts'

/** Light, dark, or as the system is: the chosen value is applied at once. */
export function ThemeSelect({ fill }: { fill?: boolean }) {
  const { t } = useTranslation()
  const { choice, setTheme } = useTheme()
  const options = [
    { value: '', label: t('As the system') },
    { value: 'light', label: t('Light theme') },
    { value: 'dark', label: t('Dark theme') },
  ]
  return (
    <HTMLSelect
      aria-label={t('Theme')}
      options={options}
      value={choice ?? ''}
      fill={fill ?? false}
      onChange={(event) => setTheme(choiceOf(event.currentTarget.value))}
    />
  )
}
