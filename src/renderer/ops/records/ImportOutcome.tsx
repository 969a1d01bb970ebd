import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { kindNamed, recordKinds } from '../../../shared/areas/data/kinds.ts'
import { recordWords } from '../../../shared/areas/data/record-words.ts'
import type { Tone } from '../../../shared/kernel/area.ts'
import { fullerRefusals, refusalMessages } from '../../../shared/kernel/sheet.ts'
import { useSay } from '../../actions/say.ts'
import { FaultTable } from '../../actions/upload/FaultTable.tsx'
import { JobProgress } from '../../app/jobs/JobItem.tsx'
import { isUnderWay, titleOf, useJobActions, useJobs } from '../../app/jobs/use-jobs.ts'
import { key, listed } from '../../i18n/formats.ts'
import { FieldTable } from '../../kit/field-views.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { useLocale } from '../../table/words.ts'
import { ImportChanges } from './ImportChanges.tsx'
import type { ImportRow } from './use-import.ts'

/** How an import stands: a word, and its colour. */
export const importStates: Readonly<Record<ImportRow['state'], { word: string; tone: Tone }>> = {
  running: { word: key('Under way'), tone: 'active' },
  taken: { word: key('Brought in'), tone: 'good' },
  checked: { word: key('Only checked'), tone: 'neutral' },
  refused: { word: key('Nothing taken'), tone: 'bad' },
  cancelled: { word: key('Cancelled'), tone: 'neutral' },
  failed: { word: key('Failed'), tone: 'bad' },
}

interface Sums {
  new: number
  changed: number
  unchanged: number
  refused: number
}

/** Of all kinds of a file together. */
export function sumsOf({ kinds }: Pick<ImportRow, 'kinds'>): Sums {
  const all = Object.values(kinds)
  const sum = (of: keyof Sums) => all.reduce((total, one) => total + one[of], 0)
  return { new: sum('new'), changed: sum('changed'), unchanged: sum('unchanged'), refused: sum('refused') }
}

/** Pictures that a file brings, or would bring, to styles. */
export function newPictures({ pictures }: Pick<ImportRow, 'pictures'>): number {
  return pictures?.new ?? 0
}

type KindSums = Sums & { kind: string }

const sumFields: readonly ShownField<KindSums>[] = [
  { id: 'kind', header: key('Records'), of: ({ kind }, { t }) => t(kindNamed(kind).many) },
  { id: 'new', header: key('New ones'), kind: 'count', of: (row) => row.new, total: true },
  { id: 'changed', header: key('Changed'), kind: 'count', of: (row) => row.changed, total: true },
  { id: 'unchanged', header: key('Unchanged'), kind: 'count', of: (row) => row.unchanged, total: true },
  {
    ...{ id: 'refused', header: key('Refused'), kind: 'count', of: (row) => row.refused, total: true },
    mark: (row) => (row.refused > 0 ? 'warn' : undefined),
  },
]

/** What came, or would come, of a file: by kind, with every fault; while it runs, how far it is and the way to stop it. */
export function ImportOutcome({ row }: { row: ImportRow }) {
  const { t } = useTranslation()
  // What a row lacks may stand in a column of which nobody has said what it is.
  if (row.asks.columns.length > 0)
    return (
      <p className="upload-verdict" role="alert">
        <strong>{row.file_name}</strong> <Verdict row={row} />
      </p>
    )
  const rows = recordKinds.flatMap(({ kind }) => {
    const sums = row.kinds[kind]
    return sums ? [{ kind, ...sums }] : []
  })
  return (
    <div className="import-outcome">
      <p className="upload-verdict" role={row.state === 'running' ? 'status' : 'alert'}>
        <strong>{row.file_name}</strong> <Verdict row={row} />
      </p>
      {row.state === 'running' ? <Running row={row} /> : null}
      {rows.length > 0 ? (
        <FieldTable
          fields={sumFields}
          rows={rows}
          rowKey={({ kind }) => kind}
          {...(rows.length > 1 && { total: t('Together') })}
        />
      ) : null}
      {row.examples > 0 ? <p className="muted">{t('The example of the template was left out.')}</p> : null}
      <Repeats row={row} />
      <ImportChanges row={row} changed={sumsOf(row).changed} />
      {row.pictures ? <Pictures pictures={row.pictures} isTaken={row.state === 'taken'} /> : null}
      {row.pictures && row.upload_id ? (
        <p className="muted">
          {t('The corrected workbook may lack pictures: please mend your own file where they matter.')}
        </p>
      ) : null}
      {row.faults.length > 0 && row.upload_id === null && row.state !== 'running' ? (
        <p className="muted">{t('There is no corrected copy of this file: they are made of files up to 10 MB.')}</p>
      ) : null}
      {row.faults.length > 0 ? <FaultTable faults={row.faults} count={row.fault_count} /> : null}
    </div>
  )
}

/** Rows that somebody pasted twice: they do no harm, and nobody has to take them out. */
function Repeats({ row: { repeats, repeat_count } }: { row: ImportRow }) {
  const { t, plural } = useLocale()
  if (repeat_count === 0) return null
  const named = listed(repeats.map(({ row, as }) => t('row {{row}} as row {{other}}', { row, other: as })))
  return (
    <p className="muted">
      {plural(
        repeat_count,
        '1 row says the same as another one and counts once:',
        '{{n}} rows say the same as others and count once:',
      )}{' '}
      {named}
      {repeat_count > repeats.length ? ' …' : ''}
    </p>
  )
}

function Pictures({ pictures, isTaken }: { pictures: NonNullable<ImportRow['pictures']>; isTaken: boolean }) {
  const { t, number } = useLocale()
  const said = { taken: number(pictures.new), unchanged: number(pictures.unchanged), refused: number(pictures.refused) }
  return (
    <p>
      {isTaken
        ? t('Pictures: {{taken}} taken, {{unchanged}} there already, {{refused}} refused.', said)
        : t('Pictures: {{taken}} would be taken, {{unchanged}} are there already, {{refused}} are refused.', said)}
    </p>
  )
}

function Verdict({ row }: { row: ImportRow }) {
  const { t, number } = useLocale()
  const say = useSay()
  const sums = sumsOf(row)
  if (row.state === 'running') return t('The file is large: it goes on while you do something else.')
  if (row.asks.columns.length > 0 && row.state === 'checked')
    return t('Please say above what these columns are: nothing is taken before.')
  if (
    row.asks.columns.length > 0 &&
    row.problem === fullerRefusals[refusalMessages.missingColumns] &&
    row.problem_values.columns
  )
    return t('Please say above which column is {{columns}}: nothing is taken before.', row.problem_values)
  if (row.problem) return say.message(row.problem, row.problem_values)
  if (row.state === 'cancelled') return t('Cancelled. Nothing was taken.')
  if (row.state === 'failed') return t('It failed. Nothing was taken.')
  if (row.state === 'refused') return t(recordWords.rowsFaulty, { count: row.fault_count })
  if (sums.new + sums.changed + sums.refused + newPictures(row) === 0 && row.fault_count === 0)
    return t(recordWords.nothingChanged)
  const said = { new: number(sums.new), changed: number(sums.changed), unchanged: number(sums.unchanged) }
  return row.state === 'taken'
    ? t('{{new}} new, {{changed}} changed, {{unchanged}} unchanged.', said)
    : t('Checked: {{new}} would be new, {{changed}} changed, {{unchanged}} unchanged.', said)
}

/** The server's job of a long import. Its own list in the header shows it, too. */
function Running({ row }: { row: ImportRow }) {
  const { t } = useTranslation()
  const say = useSay()
  const { jobs } = useJobs()
  const { cancel } = useJobActions()
  const job = jobs?.find(({ id }) => id === row.job_id)
  if (!job || !isUnderWay(job)) return null
  return (
    <div className="import-running">
      <JobProgress job={job} title={titleOf(job, say)} />
      <Button
        text={t('Cancel the import')}
        disabled={job.is_ending}
        loading={cancel.isRunning}
        onClick={() => void cancel.run(job.id)}
      />
    </div>
  )
}
