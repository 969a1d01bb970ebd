import { useTranslation } from 'react-i18next'
import { type Language, languageOf } from '../i18n/language.ts'
import { chooseLanguage } from '../i18n/set-up.ts'
import { FurtherLanguages } from './FurtherLanguages.tsx'

/** Each language in its own words, so that everybody finds their own. */
const names: readonly { language: Language; short: string; name: string }[] = [
  { language: 'en', short: 'EN', name: 'English' },
  { language: 'zh', short: '中文', name: '中文' },
]

/** The two languages that come with the program by one click, all others in a menu beside them. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation()
  const current = languageOf(i18n.language)
  return (
    <fieldset className="switch" aria-label={t('Language')}>
      {names.map(({ language, short, name }) => (
        <button
          key={language}
          type="button"
          lang={language}
          title={name}
          aria-pressed={language === current}
          onClick={() => void chooseLanguage(language)}
        >
          {short}
        </button>
      ))}
      <FurtherLanguages current={current} />
    </fieldset>
  )
}
