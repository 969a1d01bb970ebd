import './garments.css'
import { useTranslation } from 'react-i18next'
import { isOurWord, packParts } from '../../shared/areas/sample-development/tech-pack.ts'
import { contract } from '../../shared/areas.ts'
import type { CallData } from '../actions/calls.ts'
import { DownloadButton } from '../actions/files.tsx'
import { useAnswer } from '../actions/useRows.ts'
import { languageOf } from '../i18n/language.ts'
import { Section } from '../kit/Drawer.tsx'
import { useRight } from '../session/use-right.ts'
import { useLocale } from '../table/words.ts'

export type Pack = CallData<'sampleDevelopment.getTechPacks'>['packs'][number]

/** The language in which this reader takes a paper. */
export function usePackLanguage(): string {
  const { i18n } = useTranslation()
  return languageOf(i18n.language)
}

/** The tech packs of a style: what each says otherwise than the one before, and its paper. */
export function TechPackList({ packs }: { packs: readonly Pack[] }) {
  const { t, instant, number } = useLocale()
  const language = usePackLanguage()
  if (packs.length === 0) return <p className="muted">{t('There is no tech pack yet.')}</p>
  return (
    <table className="plain-table" aria-label={t('Tech packs')}>
      <thead>
        <tr>
          <th scope="col">{t('Version')}</th>
          <th scope="col">{t('Written')}</th>
          <th scope="col">{t('Sent to the vendor')}</th>
          <th scope="col">{t('What changed')}</th>
          <th scope="col">
            <span className="sr-only">{t('PDF')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {packs.map((pack) => (
          <tr key={pack.number}>
            <td>{number(pack.number)}</td>
            <td>
              {instant(pack.made_at)} · {pack.made_by}
            </td>
            <td>{pack.sent_at === null ? t('Not sent yet') : instant(pack.sent_at)}</td>
            <td className="pack-changes">
              {pack.changes.length === 0
                ? '–'
                : pack.changes.slice(0, 8).map((change) => (
                    <div key={`${change.part} ${change.what}`}>
                      {t(packParts[change.part])} · {isOurWord(change) ? t(change.what) : change.what}:{' '}
                      <s>{change.was ?? '–'}</s> → {change.now ?? '–'}
                    </div>
                  ))}
              {pack.changes.length > 8 ? (
                <div>{t('and {{n}} more', { n: number(pack.changes.length - 8) })}</div>
              ) : null}
            </td>
            <td>
              <DownloadButton
                call={contract.sampleDevelopment.techPackFile}
                input={{ catalogue_id: pack.catalogue_id, number: pack.number, language }}
                text={t('PDF')}
                size="small"
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Those that stand on a style's page: of a vendor, what was sent to it. */
export function TechPacksOfStyle({ code }: { code: string }) {
  const { t } = useLocale()
  const mayRead = useRight('sampleSheets')
  const { data } = useAnswer('sampleDevelopment.getTechPacks', { catalogue_id: code }, { enabled: mayRead })
  if (!data || data.packs.length === 0) return null
  return (
    <Section title={t('Tech packs')} isOnPage>
      <TechPackList packs={data.packs} />
    </Section>
  )
}
