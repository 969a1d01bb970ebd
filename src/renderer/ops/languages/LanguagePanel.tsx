import type { CallData } from '../../actions/calls.ts'
import { useLocale } from '../../table/words.ts'

export type LanguageProgress = CallData<'languages.getLanguages'>['rows'][number]

interface LanguagePanelProps {
  languages: readonly LanguageProgress[]
  /** How many texts there are to translate. */
  texts: number
  chosen: string
  onChoose: (code: string) => void
}

/** Every language by its own name, with how far it is. */
export function LanguagePanel({ languages, texts, chosen, onChoose }: LanguagePanelProps) {
  const { t } = useLocale()
  return (
    <aside className="lang-panel" aria-label={t('Languages')}>
      <ul>
        {languages.map((language) => (
          <li key={language.code}>
            <button
              type="button"
              className="lang-one"
              aria-pressed={language.code === chosen}
              onClick={() => onChoose(language.code)}
            >
              <Progress language={language} texts={texts} />
            </button>
          </li>
        ))}
      </ul>
      <p className="lang-note">{t('Whatever is missing in a language reads English.')}</p>
    </aside>
  )
}

function Progress({
  language: { code, name, translated, asked },
  texts,
}: {
  language: LanguageProgress
  texts: number
}) {
  const { t, number, plural } = useLocale()
  const percent = texts === 0 ? 0 : Math.floor((translated / texts) * 100)
  return (
    <>
      <span className="lang-name" lang={code}>
        {name}
      </span>
      <span className="lang-code">{code}</span>
      <span className="lang-track" aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </span>
      <span className="lang-more">
        {t('{{translated}} of {{texts}} texts · {{percent}}%', {
          translated: number(translated),
          texts: number(texts),
          percent,
        })}
      </span>
      {asked > 0 ? (
        <span className="lang-more">{plural(asked, '1 was asked for in vain', '{{n}} were asked for in vain')}</span>
      ) : null}
    </>
  )
}
