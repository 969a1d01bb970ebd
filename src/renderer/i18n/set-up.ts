import i18next from 'i18next'
import LanguageDetector from 'i18next-browser-languagedetector'
import { initReactI18next } from 'react-i18next'
import { host } from '../host/host.ts'
import { detection, type Language, languageOf, languages, localeOf } from './language.ts'

const files = import.meta.glob<Record<string, string>>('./zh/*.json', { eager: true, import: 'default' })

/** Chinese, every part's own file put together. */
const chinese: Record<string, string> = Object.assign({}, ...Object.values(files))

const detector = new LanguageDetector()

export async function setUpLanguage(): Promise<void> {
  i18next.on('languageChanged', keepPageLanguage)
  await i18next
    .use(detector)
    .use(initReactI18next)
    .init({
      resources: { zh: { translation: chinese } },
      supportedLngs: [...languages],
      fallbackLng: 'en',
      load: 'languageOnly',
      nonExplicitSupportedLngs: true,
      // English text is the key: dots and colons in it are plain text.
      keySeparator: false,
      nsSeparator: false,
      detection: { ...detection, convertDetectedLanguage: languageOf },
      interpolation: { escapeValue: false },
      returnNull: false,
    })
}

/** Changes the language of the whole interface at once, without a reload, and keeps it. */
export async function chooseLanguage(language: Language): Promise<void> {
  await i18next.changeLanguage(language)
  await host.settings.set({ language })
}

function keepPageLanguage(language: string): void {
  document.documentElement.lang = localeOf(language)
}
