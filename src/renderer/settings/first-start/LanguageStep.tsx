import { useTranslation } from 'react-i18next'
import { languageOf } from '../../i18n/language.ts'
import { chooseLanguage } from '../../i18n/set-up.ts'
import { ThemeSelect } from '../../theme/ThemeSelect.tsx'
import { StepForm, type StepWays } from './StepForm.tsx'

/** Each in its own words. */
const languages = [
  { language: 'en', name: 'English', words: 'Everything in English' },
  { language: 'zh', name: '中文', words: '界面全部为中文' },
] as const

export function LanguageStep({ onNext, onSkip }: StepWays) {
  const { t, i18n } = useTranslation()
  const current = languageOf(i18n.language)
  return (
    <StepForm onNext={onNext} onSkip={onSkip}>
      <fieldset className="language-cards" aria-label={t('Language')}>
        {languages.map(({ language, name, words }) => (
          <button
            key={language}
            type="button"
            lang={language}
            aria-pressed={language === current}
            onClick={() => void chooseLanguage(language)}
          >
            <strong>{name}</strong>
            <span>{words}</span>
          </button>
        ))}
      </fieldset>
      <div className="step-line">
        <span className="field-label">{t('Theme')}</span>
        <ThemeSelect />
      </div>
      <p className="muted">
        {t('More languages are in the menu above. All of this can be changed later in the settings.')}
      </p>
    </StepForm>
  )
}
