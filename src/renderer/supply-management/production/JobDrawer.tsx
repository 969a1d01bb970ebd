import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
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
import { ScanField } from '../../scan/ScanField.tsx'
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
  /** The code of another job card that waits for the orders it may be of; null where none does. */
  waiting: string | null
  /** The code of another job card, where this one opens nothing. */
  onCard: (code: string) => void
  onPlace: (next: JobPlace) => void
  onClose: () => void
}

const width = 760

/** An order at a facility: pieces go from stage to stage by hand or by scan. Without a connection it opens with what this computer had of it. */
export function JobDrawer({ job, card, known, waiting, onCard, onClose, ...place }: JobDrawerProps) {
  const { t } = useLocale()
  const another = <AnotherCard waiting={waiting} onCard={onCard} />
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
        shows: (
          <>
            <Callout tone="warn">{t('This facility makes nothing of {{order}}.', { order })}</Callout>
            {another}
          </>
        ),
      }}
    >
      {({ rows }) => {
        const [row] = withUnsent(rows, unsent)
        if (row === undefined) return null
        if (isOldCard(Number(card) || null, row)) return <OldCard row={row} {...{ card, another, onClose }} />
        return <Opened row={row} {...place} onClose={onClose} />
      }}
    </LoadedDrawer>
  )
}

interface OldCardProps extends Pick<JobDrawerProps, 'card' | 'onClose'> {
  row: FacilityOrderRow
  another: ReactNode
}

/** The paper that was scanned is not to be worked by: the order may be cut by other facilities now. */
function OldCard({ row, card, another, onClose }: OldCardProps) {
  const say = useSay()
  return (
    <Drawer isOpen title={row.order_action_id} width={width} onClose={onClose}>
      <Callout tone="bad">
        {say.message(oldCardWords, { card, order: row.order_action_id, last: String(row.job_card) })}
      </Callout>
      {another}
    </Drawer>
  )
}

/** The scanner goes on from a card that opens nothing. */
function AnotherCard({ waiting, onCard }: Pick<JobDrawerProps, 'waiting' | 'onCard'>) {
  const { t } = useLocale()
  return (
    <Section>
      <ScanField
        label={t('Job card')}
        placeholder={t('Scan a stage’s code on the job card')}
        hint={waiting === null ? undefined : t('Looking for {{code}}…', { code: waiting })}
        onScan={({ code }) => onCard(code)}
      />
    </Section>
  )
}

interface OpenedProps extends Omit<JobDrawerProps, 'job' | 'card' | 'known' | 'waiting' | 'onCard'> {
  row: FacilityOrderRow
}

function Opened({ row, into, part, onPlace, onClose }: OpenedProps) {
  const { t, plural } = useLocale()
  const isPhone = useIsPhone()
  const [target, choose] = useStage(into, row)
  const thread = { kind: 'facility_job', code: jobKey(row) } as const
  const talk = useTalkTab(thread)
  const onInto = (next: Stage) => {
    choose(next)
    onPlace({ into: next })
  }
  const moves = { row, into: target, onInto }
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
        ...(one === 'talk' && { count: talk.count }),
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

/**
 * The stage that pieces come into, and how another is chosen. A chosen stage is drawn before the next key: the address is drawn only once
 * there is time for it, and until then pieces would count for the stage before. Where the address names none, the stage stays the one that
 * the order was opened with, whatever is saved in the meantime.
 */
function useStage(into: Stage | null, row: FacilityOrderRow): [Stage, (next: Stage) => void] {
  const [opened] = useState(() => usualInto(row))
  const [chosen, setChosen] = useState<{ stage: Stage; over: Stage | null } | null>(null)
  // The address has followed, or was changed by itself, as by the way back.
  if (chosen !== null && chosen.over !== into) setChosen(null)
  return [
    chosen !== null && chosen.over === into ? chosen.stage : (into ?? opened),
    (stage) => setChosen({ stage, over: into }),
  ]
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
