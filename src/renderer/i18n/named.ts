import { useTranslation } from 'react-i18next'
import { languageOf } from './language.ts'

/** Picks the name in the reader's language where a row carries both, English where the Chinese one is empty. */
export function useNamed(): (english: string, chinese: string | null | undefined) => string {
  const { i18n } = useTranslation()
  const isChinese = languageOf(i18n.language) === 'zh'
  return (english, chinese) => (isChinese && chinese ? chinese : english)
}
