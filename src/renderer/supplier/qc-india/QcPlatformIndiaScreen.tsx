import '../supplier.css'
import '../qc/qc.css'
import './qc-india.css'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { Page } from '../../kit/Page.tsx'
import { AtDesk } from '../qc/desk.ts'
import { QcSettingsButton } from '../qc/settings/QcSettingsDrawer.tsx'
import { indiaDesk } from './india-desk.tsx'
import { sectionPath } from './section-path.ts'
import { indiaSections } from './sections.tsx'

/** Supplier › QC Platform India: boxes that India received, judged again beside what China found of them, and all that follows from it. */
export function QcPlatformIndiaScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const part = search.get('part')
  const { key, Shows } = indiaSections.find((section) => section.key === part) ?? indiaSections[0]
  return (
    <AtDesk value={indiaDesk}>
      <Page
        title={t('QC Platform India')}
        tabs={indiaSections.map((section) => ({ key: section.key, label: t(section.label) }))}
        tab={key}
        // What another part shows is another question: nothing of its filter comes along.
        onTab={(next) => navigate(sectionPath(next))}
        tools={<QcSettingsButton />}
      >
        <Shows key={key} />
      </Page>
    </AtDesk>
  )
}
