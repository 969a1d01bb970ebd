import './printing.css'
import { Button, HTMLSelect, PopoverNext, PopupKind } from '@blueprintjs/core'
import { Print } from '@blueprintjs/icons'
import type { TFunction } from 'i18next'
import { useAtom } from 'jotai'
import { type RefObject, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { printKinds, reprintReasonNames } from '../../../shared/areas/labels/rules.ts'
import type { PrintJob } from '../../../shared/bridge.ts'
import { isDesktop } from '../../host/host.ts'
import { Drawer } from '../../kit/Drawer.tsx'
import { type TabItem, Tabs } from '../../kit/Page.tsx'
import { Callout } from '../../kit/states.tsx'
import { type JobView, printingCentreAtom } from '../../print/jobs.ts'
import { jobKindName } from '../../print/kinds.ts'
import { SearchFilter } from '../../table/SearchFilter.tsx'
import { JobList, useUnseenFailures } from './JobList.tsx'
import { countByState, JobTable, jobStates, stateWords } from './JobTable.tsx'
import { useJobNews, usePrintJobs } from './print-jobs.ts'
import { ChangeKind, useReprint } from './ReprintDialog.tsx'

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

const mostShown = 99

/** How printing fares: a mark for what failed or is under way, the newest jobs, and the printing centre with all of them. */
export function PrintJobs() {
  const { t } = useTranslation()
  useJobNews()
  const { jobs, error, reload } = usePrintJobs()
  const [isOpen, setOpen] = useState(false)
  const [view, setView] = useAtom(printingCentreAtom)
  const reprint = useReprint()
  const button = useRef<HTMLButtonElement>(null)
  const unseen = useUnseenFailures(jobs, isOpen || view !== null)
  const show = (next: JobView) => {
    setOpen(false)
    setView(next)
  }
  return (
    <>
      <PopoverNext
        placement="bottom-end"
        popupKind={PopupKind.DIALOG}
        isOpen={isOpen}
        onInteraction={setOpen}
        content={<JobList jobs={jobs} error={error} onRetry={reload} onReprint={reprint.open} onShow={show} />}
      >
        <Button
          ref={button}
          className="header-mark print-button"
          variant="minimal"
          icon={<Print />}
          {...markOf(jobs, unseen, t)}
        />
      </PopoverNext>
      <PrintingCentre jobs={jobs} view={view} onView={setView} onReprint={reprint.open} home={button} />
      {reprint.dialog}
      <ChangeKind />
    </>
  )
}

/** A number for failures nobody has looked at yet, a dot for the others and for what is under way. */
function markOf(jobs: readonly PrintJob[], unseen: number, t: TFunction) {
  const { failed, queued } = countByState(jobs)
  const label = labelOf(failed, queued, t)
  const dot = failed > 0 ? 'bad' : queued > 0 ? 'active' : undefined
  return {
    'aria-label': label,
    title: label,
    'data-count': unseen > mostShown ? `${mostShown}+` : unseen > 0 ? unseen : undefined,
    'data-dot': unseen > 0 ? undefined : dot,
  }
}

function labelOf(failed: number, queued: number, t: TFunction): string {
  if (failed > 0) return t('Print jobs, {{count}} failed', { count: failed })
  return queued > 0 ? t('Print jobs, {{n}} waiting', { n: queued }) : t('Print jobs')
}

interface KindFilterProps {
  kind: PrintJob['kind'] | null
  onChange: (kind: PrintJob['kind'] | null) => void
}

export function KindFilter({ kind, onChange }: KindFilterProps) {
  const { t } = useTranslation()
  const kinds: readonly PrintJob['kind'][] = isDesktop ? [...printKinds, 'test'] : printKinds
  return (
    <HTMLSelect
      aria-label={t('Kind')}
      value={kind ?? ''}
      onChange={({ target }) => onChange(kinds.find((one) => one === target.value) ?? null)}
    >
      <option value="">{t('All kinds')}</option>
      {kinds.map((one) => (
        <option key={one} value={one}>
          {t(jobKindName(one))}
        </option>
      ))}
    </HTMLSelect>
  )
}

interface Wanted {
  words: string
  kind: PrintJob['kind'] | null
  t: TFunction
}

/** Jobs of a kind in whose texts, as the reader sees them, every word stands. */
export function matchingJobs(jobs: readonly PrintJob[], { words, kind, t }: Wanted): PrintJob[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return jobs
    .filter((job) => kind === null || job.kind === kind)
    .filter((job) => wanted.length === 0 || hasAll(textOf(job, t), wanted))
}

function hasAll(text: string, wanted: readonly string[]): boolean {
  return wanted.every((word) => text.includes(word))
}

function textOf({ title, printer, problem, reprint, kind }: PrintJob, t: TFunction): string {
  const reason = reprint ? [t(reprintReasonNames[reprint.reason]), reprint.remark] : []
  return [title, printer, problem && t(problem, { defaultValue: problem }), t(jobKindName(kind)), ...reason]
    .join(' ')
    .toLowerCase()
}
