import { useTranslation } from 'react-i18next'
import { LanguageSwitch } from '../app/LanguageSwitch.tsx'
import { ProfileSection } from '../people/ProfileSection.tsx'
import { ThemeSelect } from '../theme/ThemeSelect.tsx'

/** Language and theme, as everywhere: chosen is applied. */
export function LooksSection() {
  const { t } = useTranslation()
  return (
    <ProfileSection title={t('Language and theme')}>
      <div className="settings-line">
        <LanguageSwitch />
        <ThemeSelect />
      </div>
    </ProfileSection>
  )
}
