import '../../table/table.css'
import './languages.css'
import { Button } from '@blueprintjs/core'
import { contract } from '../../../shared/areas.ts'
import { DownloadButton } from '../../actions/files.tsx'
import { useAnswer, useCounts } from '../../actions/useRows.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page } from '../../kit/Page.tsx'
import { oneOfParam, textParam, useListState } from '../../table/list-state.ts'
import { SearchFilter } from '../../table/SearchFilter.tsx'
import { useLocale } from '../../table/words.ts'
import { useAddLanguage, useImportTexts, useRemoveLanguage } from './adding.tsx'
import { LanguagePanel } from './LanguagePanel.tsx'
import { TextList } from './texts.tsx'

/** Languages with how far each is translated, and the texts of one beside their English, to be filled in. */
export function LanguagesScreen() {
  const { t } = useLocale()
  const { state, set } = useListState(languagesParams)
  const languages = useAnswer('languages.getLanguages', {})
  const chosen = languages.data?.rows.find(({ code }) => code === state.language) ?? languages.data?.rows[0]
  const add = useAddLanguage((language) => set({ language, show: 'missing', search: '' }, 'push'))
  const remove = useRemoveLanguage(() => set({ language: '', show: 'missing', search: '' }, 'push'))
  const language = chosen?.code ?? ''
  const counted = state.language || language || 'zh'
  const counts = useCounts('languages.getTranslations', { language: counted, search: state.search })
  const tab = (key: 'missing' | 'own' | 'all', label: string) => ({ key, label, count: counts[key] })
  return (
    <Page
      title={t('Languages')}
      tabs={[tab('missing', t('Untranslated')), tab('own', t('Filled in here')), tab('all', t('All'))]}
      tab={state.show}
      onTab={(show) => set({ show }, 'push')}
      tools={
        <>
          {language === '' ? null : <FileTools language={language} />}
          {chosen?.is_added ? <Button text={t('Remove…')} onClick={() => void remove.ask(chosen)} /> : null}
          <Button intent="primary" text={t('Add a language…')} onClick={() => add.open()} />
        </>
      }
    >
      <Loaded answer={languages}>
        {(data) =>
          chosen ? (
            <div className="lang-split">
              <LanguagePanel
                languages={data.rows}
                texts={data.texts}
                chosen={language}
                onChoose={(code) => set({ language: code }, 'push')}
              />
              <section className="lang-texts" aria-label={chosen.name}>
                <div className="lang-bar">
                  <SearchFilter
                    value={state.search}
                    placeholder={t('English text or translation')}
                    onChange={(search) => set({ search })}
                  />
                  <span className="muted">
                    {t('Enter saves · Shift + Enter makes a new line · Esc brings the old text back')}
                  </span>
                </div>
                <TextList key={language} language={chosen} show={state.show} search={state.search} />
              </section>
            </div>
          ) : null
        }
      </Loaded>
      {add.dialog}
      {remove.dialog}
    </Page>
  )
}

function FileTools({ language }: { language: string }) {
  const { t } = useLocale()
  const bring = useImportTexts(language)
  return (
    <>
      <DownloadButton call={contract.languages.exportTranslations} input={{ language }} text={t('Export')} />
      <Button text={t('Import…')} loading={bring.isRunning} onClick={bring.choose} />
      {bring.dialog}
    </>
  )
}

/** What the address of the languages says. */
export const languagesParams = {
  language: textParam(),
  show: oneOfParam(['missing', 'own', 'all'], 'missing'),
  search: textParam(),
}
