import { useMemo, useSyncExternalStore } from 'react'
import type { FacilityOrderRow } from '../../../shared/areas/facilities/calls.ts'
import { jobKey } from '../../../shared/areas/facilities/lists.ts'
import {
  isOldCard,
  oldCardWords,
  type Stage,
  stages,
  stageWords,
} from '../../../shared/areas/facilities/stage-ledger.ts'
import { orderStateWords } from '../../../shared/areas/production/order-states.ts'
import { useSay } from '../../actions/say.ts'
import { useIsConnected } from '../../api/use-connected.ts'
import { key } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { FactList } from '../../kit/field-views.tsx'
import { QuantityGrid } from '../../kit/quantity-grid/QuantityGrid.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout } from '../../kit/states.tsx'
import { LoadedDrawer, TabbedDrawer } from '../../kit/TabbedDrawer.tsx'
import { useIsPhone } from '../../kit/use-is-phone.ts'
import { useStationAnswer } from '../../scan/use-station-answer.ts'
import { useUserId } from '../../session/use-user-id.ts'
import { useLocale } from '../../table/words.ts'
import { TalkThread } from '../../talk/TalkThread.tsx'
import { useTalkTab } from '../../talk/WithTalk.tsx'
import { useLineGrid } from './line-grid.ts'
import { ScanPart } from './ScanPart.tsx'
import { stageQueue, withUnsent } from './stage-queue.ts'
import { TypePart } from './TypePart.tsx'

export const jobParts = ['type', 'scan', 'ledger', 'talk'] as const
export type JobPart = (typeof jobParts)[number]
const partWords = {
  type: key('Enter by hand'),
  scan: key('By scan'),
  ledger: key('All stages'),
  talk: key('Trouble'),
} as const

export interface JobPlace {
  job?: string
  into?: string
  part?: JobPart
  card?: string
}

interface JobDrawerProps {
  /** As `jobKey` writes it. */
  job: string
  into: Stage | null
  part: JobPart
  /** Number of the job card that was scanned; '' where none was. */
  card: string
  /** As the list has it, for an order that was never opened here before the connection went. */
  known: FacilityOrderRow | undefined
  onPlace: (next: JobPlace) => void
  onClose: () => void
}

const width = 760

/** An order at a facility: pieces go from stage to stage by hand or by scan. Without a connection it opens with what this computer had of it. */
export function JobDrawer({ job, card, known, onClose, ...place }: JobDrawerProps) {
  const { t } = useLocale()
  const [order = '', facility = ''] = job.split('@')
  const answer = useStationAnswer('facilities.getFacilityOrders', {
    tab: 'all',
    order_action_ids: [order],
    ...(facility !== '' && { facility }),
  })
  const isConnected = useIsConnected()
  const opened =
    answer.data === undefined && known !== undefined && !isConnected
      ? { ...answer, data: { rows: [known], next_cursor: null }, isLoading: false, isError: false, error: null }
      : answer
  const queue = stageQueue(useUserId())
  const { unsent } = useSyncExternalStore(queue.subscribe, queue.state)
  return (
    <LoadedDrawer
      answer={opened}
      title={order}
      width={width}
      onClose={onClose}
      empty={{
        is: ({ rows }) => rows.length === 0,
        shows: <Callout tone="warn">{t('This facility makes nothing of {{order}}.', { order })}</Callout>,
      }}
    >
      {({ rows }) => {
        const [row] = withUnsent(rows, unsent)
        if (row === undefined) return null
        if (isOldCard(Number(card) || null, row)) return <OldCard row={row} {...{ card, onClose }} />
        return <Opened row={row} {...place} onClose={onClose} />
      }}
    </LoadedDrawer>
  )
}

/** The paper that was scanned is not to be worked by: the order may be cut by other facilities now. */
function OldCard({ row, card, onClose }: { row: FacilityOrderRow; card: string; onClose: () => void }) {
  const say = useSay()
  return (
    <Drawer isOpen title={row.order_action_id} width={width} onClose={onClose}>
      <Callout tone="bad">
        {say.message(oldCardWords, { card, order: row.order_action_id, last: String(row.job_card) })}
      </Callout>
    </Drawer>
  )
}

interface OpenedProps extends Omit<JobDrawerProps, 'job' | 'card' | 'known'> {
  row: FacilityOrderRow
}

function Opened({ row, into, part, onPlace, onClose }: OpenedProps) {
  const { t, plural } = useLocale()
  const isPhone = useIsPhone()
  const target = into ?? usualInto(row)
  const thread = { kind: 'facility_job', code: jobKey(row) } as const
  const talk = useTalkTab(thread)
  const moves = { row, into: target, onInto: (next: Stage) => onPlace({ into: next }) }
  return (
    <TabbedDrawer
      title={row.order_action_id}
      of={row}
      beside={
        row.days_late > 0 ? (
          <span className="overdue">{plural(row.days_late, '{{n}} day late', '{{n}} days late')}</span>
        ) : null
      }
      width={width}
      onClose={onClose}
      head={
        <Section>
          {isPhone ? <ShortFacts row={row} /> : <FactList fields={facts} row={row} />}
          {row.state === 'SENT_FOR_PRODUCTION' ? null : (
            <Callout tone="warn">
              {t('The order is in “{{state}}”: its pieces move once it is sent for production.', {
                state: t(orderStateWords[row.state]),
              })}
            </Callout>
          )}
        </Section>
      }
      tab={part}
      onTab={(next) => onPlace({ part: next })}
      tabs={jobParts.map((one) => ({
        key: one,
        label: t(partWords[one]),
        ...(one === 'talk' && talk.count !== undefined && { count: talk.count }),
        shows: () =>
          one === 'type' ? (
            <TypePart {...moves} />
          ) : one === 'scan' ? (
            <ScanPart
              {...moves}
              onOrder={({ order, into, card }) =>
                onPlace({ job: `${order}@${row.facility}`, into, card: String(card ?? '') })
              }
            />
          ) : one === 'ledger' ? (
            <LedgerPart row={row} />
          ) : (
            <Section title={t('What is wrong, in words and photos; operations are told')}>
              <TalkThread {...thread} />
            </Section>
          ),
      }))}
    />
  )
}

/** Where most of the pieces in work go on to. */
function usualInto(row: FacilityOrderRow): Stage {
  const next = { pending: 'cutting', cutting: 'stitching', stitching: 'finishing', finishing: 'checking' } as const
  const [fullest] = (Object.keys(next) as (keyof typeof next)[]).toSorted((a, b) => row[b] - row[a])
  return fullest === undefined || row[fullest] === 0 ? 'packed' : next[fullest]
}

const facts: readonly ShownField<FacilityOrderRow>[] = [
  { id: 'name', header: key('Style name'), of: (row, { name }) => `${row.style_id} · ${name(row.name, row.name_zh)}` },
  { id: 'facility', header: key('Facility'), of: (row, { name }) => name(row.facility_name, row.facility_name_zh) },
  { id: 'due', header: key('Due at the facility'), kind: 'day', of: ({ due_on }) => due_on },
  { id: 'order_due', header: key('Order due'), kind: 'day', of: ({ order_due_on }) => order_due_on },
  { id: 'allotted', header: key('Ordered'), kind: 'pieces', of: ({ allotted }) => allotted },
  { id: 'to_make', header: key('To make'), kind: 'pieces', of: ({ to_make }) => to_make },
]

/** The facts in two lines: a phone keeps its room for the pieces. */
function ShortFacts({ row }: { row: FacilityOrderRow }) {
  const { t, name, day, number } = useLocale()
  return (
    <p className="stage-head">
      <strong>{name(row.name, row.name_zh)}</strong>
      <span className="muted">{name(row.facility_name, row.facility_name_zh)}</span>
      {row.due_on ? <span className="muted">{t('Due {{day}}', { day: day(row.due_on) })}</span> : null}
      {row.order_due_on && row.order_due_on !== row.due_on ? (
        <span className="muted">{t('Order due {{day}}', { day: day(row.order_due_on) })}</span>
      ) : null}
      <span>
        {t('{{ready}} of {{all}} made', {
          ready: number(row.packed + row.shipment_pending + row.shipped),
          all: number(row.allotted),
        })}
      </span>
    </p>
  )
}

/** Every stage of each colour and size. */
function LedgerPart({ row }: { row: FacilityOrderRow }) {
  const { t, number } = useLocale()
  const isPhone = useIsPhone()
  const shape = useLineGrid(row)
  const shown = useMemo(() => stages.filter((stage) => row[stage] > 0), [row])
  const layers = useMemo(() => shown.map((stage) => ({ key: stage, label: t(stageWords[stage]) })), [shown, t])
  const values = useMemo(
    () => Object.fromEntries(row.lines.map((line) => [line.nm_sku, pick(line, shown)])),
    [row.lines, shown],
  )
  if (isPhone)
    return (
      <Section title={t('Pieces by stage')}>
        <dl className="stage-ledger">
          {row.lines.map((line) => (
            <div key={line.nm_sku}>
              <dt>
                {line.color} · {line.size}
              </dt>
              {shown
                .filter((stage) => line[stage] > 0)
                .map((stage) => (
                  <dd key={stage}>
                    {t(stageWords[stage])} <strong>{number(line[stage])}</strong>
                  </dd>
                ))}
            </div>
          ))}
        </dl>
      </Section>
    )
  return (
    <Section title={t('Pieces by stage')}>
      <QuantityGrid label={t('Pieces by stage')} {...shape} layers={layers} values={values} />
    </Section>
  )
}

const pick = (line: FacilityOrderRow['lines'][number], shown: readonly Stage[]) =>
  Object.fromEntries(shown.map((stage) => [stage, line[stage]]))
