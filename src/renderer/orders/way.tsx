import './way.css'
import { Link } from 'react-router-dom'
import { behindPath } from '../../shared/areas/pipeline/links.ts'
import { stageOf } from '../../shared/areas/pipeline/stages.ts'
import { traceKinds } from '../../shared/areas.ts'
import type { CallData, CallInput } from '../actions/calls.ts'
import { useAnswer } from '../actions/useRows.ts'
import { useIsStaff } from '../api/use-suppliers.ts'
import { Section } from '../kit/Drawer.tsx'
import { Loaded } from '../kit/Loaded.tsx'
import { StatusTag } from '../kit/StatusTag.tsx'
import { useOpens } from '../session/use-opens.ts'
import { useRight } from '../session/use-right.ts'
import { useLocale } from '../table/words.ts'

type Asked = CallInput<'pipeline.getWay'>
type Stage = CallData<'pipeline.getWay'>['stages'][number]
type Paper = CallData<'pipeline.getWay'>['papers'][number]

/** The whole way of an order, style or SKU: each stage in which pieces stand, the records that have them, and their papers. */
export function WaySection(asked: Asked) {
  const { t } = useLocale()
  const sees = useRight('seePipeline')
  return sees ? (
    <Section title={t('Where the pieces are')}>
      <Way {...asked} />
    </Section>
  ) : null
}

function Way(asked: Asked) {
  const { t } = useLocale()
  const answer = useAnswer('pipeline.getWay', asked)
  return (
    <Loaded
      answer={answer}
      rows={3}
      empty={{ is: ({ stages }) => stages.length === 0, shows: <p className="muted">{t('No pieces yet.')}</p> }}
    >
      {({ stages, papers }) => (
        <>
          <ol className="way">
            {stages.map((each) => (
              <StageLine key={each.stage} {...each} of={asked} most={Math.max(...stages.map(({ pieces }) => pieces))} />
            ))}
          </ol>
          <Papers papers={papers} />
        </>
      )}
    </Loaded>
  )
}

/** Records that are named below a stage; its list has the rest. */
const MOST_NAMED = 30

function StageLine({ stage, pieces, total, records, of, most }: Stage & { of: Asked; most: number }) {
  const { t, number, plural } = useLocale()
  const line = (
    <>
      <span>{t(stageOf(stage).word)}</span>
      <span className="way-bar" aria-hidden="true">
        <span style={{ width: `${(100 * Math.max(0, pieces)) / Math.max(1, most)}%` }} />
      </span>
      <span className="way-pieces">{plural(pieces, '{{n}} pc', '{{n}} pcs')}</span>
    </>
  )
  // An order’s own pieces lead nowhere else than to where one is.
  if (records.every(({ kind, code }) => kind === 'order' && code === of.code)) {
    return <li className="way-line">{line}</li>
  }
  return (
    <li>
      <details>
        <summary className="way-line">{line}</summary>
        <ul className="way-records">
          {records.slice(0, MOST_NAMED).map((record) => (
            <Record
              key={`${record.code} ${record.detail}`}
              {...{ stage, record }}
              style={of.kind === 'style' ? of.code : null}
            />
          ))}
        </ul>
        {total > MOST_NAMED ? <p className="muted">{t('and {{n}} more', { n: number(total - MOST_NAMED) })}</p> : null}
      </details>
    </li>
  )
}

interface RecordProps {
  stage: Stage['stage']
  record: Stage['records'][number]
  style: string | null
}

function Record({ stage, record, style }: RecordProps) {
  const { number } = useLocale()
  const opens = useOpens()
  const isStaff = useIsStaff()
  const path = behindPath(stage, { ...record, style }, !isStaff)
  const code = <span className="code">{record.code}</span>
  return (
    <li>
      {path !== null && opens(path) ? <Link to={path}>{code}</Link> : code}
      {record.detail ? <span className="muted">{record.detail}</span> : null}
      <span className="way-pieces">{number(record.pieces)}</span>
    </li>
  )
}

function Papers({ papers }: { papers: readonly Paper[] }) {
  const { t } = useLocale()
  if (papers.length === 0) return null
  return (
    <ul className="way-papers" aria-label={t('Papers')}>
      {papers.map(({ kind, code, status, path }) => (
        <li key={code}>
          <span className="muted">{t(traceKinds[kind].one)}</span>
          {path === null ? (
            <span className="code">{code}</span>
          ) : (
            <Link to={path}>
              <span className="code">{code}</span>
            </Link>
          )}
          {status ? <StatusTag status={status} /> : null}
        </li>
      ))}
    </ul>
  )
}
