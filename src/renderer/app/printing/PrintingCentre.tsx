import { type RefObject, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PrintJob } from '../../../shared/bridge.ts'
import type { JobView } from '../../actions/print/printing-centre.ts'
import { isDesktop } from '../../host/host.ts'
import { Callout } from '../../kit/Callout.tsx'
import { Drawer } from '../../kit/Drawer.tsx'
import { type TabItem, Tabs } from '../../kit/Tabs.tsx'
import { SearchFilter } from '../../table/SearchFilter.tsx'
import { JobTable } from './JobTable.tsx'
import { countByState, jobStates, stateWords } from './job-states.ts'
import { KindFilter } from './KindFilter.tsx'
import { matchingJobs } from './matching-jobs.ts'

interface CentreListProps {
  jobs: readonly PrintJob[]
  /** Null: closed. */
  view: JobView | null
  onView: (view: JobView | null) => void
  onReprint: (job: PrintJob) => void
}

interface CentreProps extends CentreListProps {
  /** The header's button: the list that opened this is gone when it closes. */
  home: RefObject<HTMLElement | null>
}

/** Every print job of this computer, by state and kind, with what went wrong and why it was printed again. */
export function PrintingCentre({ jobs, view, onView, onReprint, home }: CentreProps) {
  const { t } = useTranslation()
  return (
    <Drawer isOpen={view !== null} onClose={() => onView(null)} title={t('Printing centre')} width={1020} home={home}>
      {view === null ? null : <CentreBody jobs={jobs} view={view} onView={onView} onReprint={onReprint} />}
    </Drawer>
  )
}

function CentreBody({ jobs: now, view, onView, onReprint }: CentreListProps & { view: JobView }) {
  const { t } = useTranslation()
  // A burst of news does not hold up what is typed meanwhile.
  const jobs = useDeferredValue(now)
  const [words, setWords] = useState('')
  const [kind, setKind] = useState<PrintJob['kind'] | null>(null)
  const found = useMemo(() => matchingJobs(jobs, { words, kind, t }), [jobs, words, kind, t])
  const counts = useMemo(() => countByState(found), [found])
  const shown = useMemo(() => (view === 'all' ? found : found.filter(({ state }) => state === view)), [found, view])
  const clear = () => {
    setWords('')
    setKind(null)
    onView('all')
  }
  const tabs: TabItem<JobView>[] = [
    { key: 'all', label: t('All'), count: found.length },
    ...jobStates.map((state) => ({ key: state, label: t(stateWords[state].word), count: counts[state] })),
  ]
  return (
    <div className="centre">
      <div className="centre-bar">
        <Tabs label={t('Status')} tabs={tabs} tab={view} onTab={onView} />
        <div className="centre-tools">
          <KindFilter kind={kind} onChange={setKind} />
          <SearchFilter value={words} placeholder={t('Title, printer or reason')} onChange={setWords} />
        </div>
      </div>
      {isDesktop ? null : (
        <div className="centre-note">
          <Callout>{t('The browser keeps only what was printed since this page was opened.')}</Callout>
        </div>
      )}
      <JobTable
        key={`${view} ${kind} ${words}`}
        jobs={shown}
        onClear={words !== '' || kind !== null || view !== 'all' ? clear : null}
        onReprint={onReprint}
      />
    </div>
  )
}
