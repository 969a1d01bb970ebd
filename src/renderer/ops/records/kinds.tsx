import type { KeyboardEvent as ReactKeyboardEvent } from 'react'
import { Link } from 'react-router-dom'
import { type KindName, kindNamed } from '../../../shared/areas/data/kinds.ts'
import { contract } from '../../../shared/areas.ts'
import type { CallData } from '../../actions/calls.ts'
import { DownloadButton } from '../../actions/files.tsx'
import { key } from '../../i18n/formats.ts'
import { FieldTable } from '../../kit/field-views.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'
import { type Chosen, recordsAddress } from './records-params.ts'

type KindRow = CallData<'data.getKinds'>['kinds'][number]

interface KindPanelProps {
  chosen: Chosen
  /** Undefined until they are known. */
  kinds: readonly KindRow[] | undefined
}

const none: readonly KindRow[] = []

/** The kinds in the order in which they are brought in, with how many records each has. */
export function KindPanel({ chosen, kinds = none }: KindPanelProps) {
  const { t, number } = useLocale()
  return (
    <nav className="records-kinds" aria-label={t('Kinds of records')} onKeyDown={moveByArrows}>
      <KindLink to="all" isOn={chosen === 'all'} text={t('All kinds')} />
      <ol>
        {kinds.map(({ kind, records, rows }) => (
          <li key={kind}>
            <KindLink
              to={kind}
              isOn={chosen === kind}
              text={t(kindNamed(kind).many)}
              count={number(records)}
              title={t('In use: {{records}}, in {{rows}} rows', { records: number(records), rows: number(rows) })}
            />
          </li>
        ))}
      </ol>
    </nav>
  )
}

function moveByArrows(event: ReactKeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.records-kind')]
  const at = links.findIndex((link) => document.activeElement?.isSameNode(link))
  event.preventDefault()
  links[(at + step + links.length) % links.length]?.focus()
}

interface KindLinkProps {
  to: Chosen
  isOn: boolean
  text: string
  count?: string
  title?: string
}

function KindLink({ to, isOn, text, count, title }: KindLinkProps) {
  return (
    <Link to={recordsAddress(to)} className="records-kind" title={title} aria-current={isOn ? 'page' : undefined}>
      <span className="records-kind-name">{text}</span>
      {count === undefined ? null : <span className="tab-count">{count}</span>}
    </Link>
  )
}

/** "Vendors · Size sets", each a link to its list. */
export function KindLinks({ kinds }: { kinds: readonly KindName[] }) {
  const { t } = useLocale()
  return kinds.map((kind, at) => (
    <span key={kind}>
      {at > 0 ? ' · ' : ''}
      <Link to={recordsAddress(kind)}>{t(kindNamed(kind).many)}</Link>
    </span>
  ))
}

/** The kinds that a kind names records of, in the order of bringing in: they come first. */
export function namesOf(kind: KindName): KindName[] {
  return [...new Set(Object.values(kindNamed(kind).refs).map((ref) => kindNamed(ref.kind).kind))]
}

const kindFields: readonly ShownField<KindRow & { place: number }>[] = [
  { id: 'place', header: key('Order'), isQuiet: true, kind: 'count', of: ({ place }) => place },
  {
    id: 'kind',
    header: key('Kind'),
    kind: 'part',
    of: ({ kind }, { t }) => (
      <>
        <Link to={recordsAddress(kind)}>{t(kindNamed(kind).many)}</Link>
        <div className="muted records-about">{t(kindNamed(kind).about)}</div>
      </>
    ),
  },
  { id: 'names', header: key('Needs first'), kind: 'part', of: ({ names }) => <KindLinks kinds={names} /> },
  { id: 'records', header: key('In use'), kind: 'count', of: ({ records }) => records },
  { id: 'rows', header: key('Rows'), kind: 'count', of: ({ rows }) => rows },
  { id: 'retired', header: key('Retired'), kind: 'count', of: ({ retired }) => retired },
  {
    id: 'template',
    header: key('Template'),
    isQuiet: true,
    kind: 'end',
    of: ({ kind }, { t }) => <Template kind={kind} text={t('Template')} />,
  },
]

function Template({ kind, text }: { kind: Chosen; text: string }) {
  return (
    <DownloadButton
      call={contract.data.getSample}
      input={{ kind, filled: true }}
      text={text}
      size="small"
      variant="minimal"
    />
  )
}

/** All kinds at a glance: what each is for and what must be there before, with one workbook for all of them. */
export function AllKinds({ kinds }: { kinds: readonly KindRow[] }) {
  const { t } = useLocale()
  const rows = kinds.map((kind, at) => ({ ...kind, place: at + 1 }))
  return (
    <section className="records-all" aria-label={t('All kinds')}>
      <Callout>
        {t(
          'Bring the kinds in from the top down: a kind names records of those before it by their codes. One workbook with a sheet for each kind does all at once; the export of everything is such a workbook, too.',
        )}{' '}
        <DownloadButton
          call={contract.data.getSample}
          input={{ kind: 'all', filled: true }}
          text={t('Template of all kinds')}
          size="small"
          intent="primary"
          variant="minimal"
        />
      </Callout>
      <FieldTable fields={kindFields} rows={rows} rowKey={({ kind }) => kind} tableClass="records-table" />
    </section>
  )
}
