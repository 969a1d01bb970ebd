import { Button } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import type { FacilityOrderRow } from '../../../shared/areas/facilities/calls.ts'
import { facilityOrders } from '../../../shared/areas/facilities/lists.ts'
import { cameFrom, type Stage, stages, stageWords, typedStages } from '../../../shared/areas/facilities/stage-ledger.ts'
import { orderStateWords } from '../../../shared/areas/production/order-states.ts'
import type { Rows } from '../../actions/useRows.ts'
import { ScrollPart } from '../../kit/Page.tsx'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { useIsTablet } from '../../kit/use-is-phone.ts'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import { useLocale } from '../../table/words.ts'

interface OrdersProps {
  list: Rows<FacilityOrderRow>
  hasFacility: boolean
  /** Opens an order; from a stage of the board where its pieces go on to the next. */
  onOpen: (row: FacilityOrderRow, into?: string) => void
  empty: { title: string; hint: string }
}

interface StageBoardProps extends OrdersProps {
  /** The stage whose orders are shown where not all of them are; null for the first one with pieces. */
  shown: Stage | null
  onShow: (stage: Stage) => void
}

/** Cards that a column shows at once. */
const few = 20

const nextOf = (stage: Stage) => typedStages.find((into) => cameFrom(into)[0] === stage && into !== 'reject')

/** Orders by the stages in which they have pieces: an order stands in each of them. Phones and tablets show how many there are in each, and the orders of one. */
export function StageBoard({ shown, onShow, ...orders }: StageBoardProps) {
  const isNarrow = useIsTablet()
  return (
    <Loaded {...orders}>
      {(rows) => {
        const columns = stages.map((stage) => columnOf(stage, rows))
        return isNarrow ? (
          <OneStage columns={columns} shown={shown} onShow={onShow} {...orders} />
        ) : (
          <AllStages columns={columns} {...orders} />
        )
      }}
    </Loaded>
  )
}

/** Orders as cards, on a phone in place of the list. */
export function OrderCards(orders: OrdersProps) {
  return (
    <Loaded {...orders}>
      {(rows) => (
        <ul className="stage-cards">
          {rows.map((row) => (
            <li key={facilityOrders.rowId(row)}>
              <OrderCard
                row={row}
                pieces={row.to_make}
                isToMake
                hasFacility={orders.hasFacility}
                onOpen={() => orders.onOpen(row)}
              />
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}

function Loaded({
  list,
  empty,
  children,
}: OrdersProps & { children: (rows: readonly FacilityOrderRow[]) => ReactNode }) {
  const { t } = useLocale()
  if (list.isError) return <FailedState onRetry={() => void list.reload()} />
  if (list.isLoading) return <LoadingRows />
  if (list.rows.length === 0) return <EmptyState title={empty.title} text={empty.hint} />
  return (
    <>
      {children(list.rows)}
      {list.hasMore ? (
        <Button
          className="stage-more"
          text={t('More orders')}
          loading={list.isFetching}
          onClick={() => list.loadMore()}
        />
      ) : null}
    </>
  )
}

interface Column {
  stage: Stage
  rows: readonly FacilityOrderRow[]
  pieces: number
}

function columnOf(stage: Stage, all: readonly FacilityOrderRow[]): Column {
  const rows = all.filter((row) => row[stage] > 0)
  return { stage, rows, pieces: rows.reduce((sum, row) => sum + row[stage], 0) }
}

type ColumnsProps = Pick<OrdersProps, 'hasFacility' | 'onOpen'> & { columns: readonly Column[] }

function AllStages({ columns, ...cards }: ColumnsProps) {
  const { t, number } = useLocale()
  return (
    <ScrollPart label={t('Board')} className="stage-board">
      {columns.map(({ stage, rows, pieces }) => (
        <section key={stage} className="stage-column" data-stage={stage} aria-label={t(stageWords[stage])}>
          <h2>
            {t(stageWords[stage])} <span className="muted">{t('{{n}} pcs', { n: number(pieces) })}</span>
          </h2>
          <StageCards rows={rows} stage={stage} {...cards} />
        </section>
      ))}
    </ScrollPart>
  )
}

function OneStage({ columns, shown, onShow, ...cards }: ColumnsProps & Pick<StageBoardProps, 'shown' | 'onShow'>) {
  const { t, number } = useLocale()
  const open = columns.find(({ stage }) => stage === shown) ?? columns.find(({ pieces }) => pieces > 0) ?? columns[0]
  if (open === undefined) return null
  return (
    <>
      <fieldset className="stage-tiles" aria-label={t('Board')}>
        {columns.map(({ stage, pieces }) => (
          <button key={stage} type="button" aria-pressed={stage === open.stage} onClick={() => onShow(stage)}>
            <strong>{number(pieces)}</strong>
            <span>{t(stageWords[stage])}</span>
          </button>
        ))}
      </fieldset>
      <section className="stage-shown" data-stage={open.stage} aria-label={t(stageWords[open.stage])}>
        <StageCards key={open.stage} rows={open.rows} stage={open.stage} {...cards} />
      </section>
    </>
  )
}

interface StageCardsProps extends Pick<OrdersProps, 'hasFacility' | 'onOpen'> {
  rows: readonly FacilityOrderRow[]
  stage: Stage
}

function StageCards({ rows, stage, hasFacility, onOpen }: StageCardsProps) {
  const { t, number } = useLocale()
  const [shown, setShown] = useState(few)
  if (rows.length === 0) return <p className="stage-none muted">{t('None')}</p>
  return (
    <ul className="stage-cards">
      {rows.slice(0, shown).map((row) => (
        <li key={facilityOrders.rowId(row)}>
          <OrderCard
            row={row}
            pieces={row[stage]}
            hasFacility={hasFacility}
            onOpen={() => onOpen(row, nextOf(stage))}
          />
        </li>
      ))}
      {rows.length > shown ? (
        <li>
          <Button
            fill
            variant="minimal"
            text={t('and {{n}} more', { n: number(rows.length - shown) })}
            onClick={() => setShown(shown + few)}
          />
        </li>
      ) : null}
    </ul>
  )
}

/** Says that the order does not go on: its pieces cannot move. Words alone, since tables of many rows draw it. */
export function HoldMark({ row: { state }, t }: { row: FacilityOrderRow; t: (text: string) => string }) {
  return state === 'SENT_FOR_PRODUCTION' ? null : <span className="stage-hold">{t(orderStateWords[state])}</span>
}

interface OrderCardProps {
  row: FacilityOrderRow
  /** Of those ordered: those in the stage, or those to make. */
  pieces: number
  /** Said beside the number: no stage says what it counts. */
  isToMake?: boolean
  hasFacility: boolean
  onOpen: () => void
}

function OrderCard({ row, pieces, isToMake = false, hasFacility, onOpen }: OrderCardProps) {
  const { t, name, number, day, plural } = useLocale()
  return (
    <button type="button" className="stage-card" onClick={onOpen}>
      <StylePicture
        of={{ picture: row.picture, style_id: row.style_id, style_name: row.name, style_name_zh: row.name_zh }}
      />
      <span className="stage-card-words">
        <span>
          <strong className="code">{row.order_action_id}</strong> <HoldMark row={row} t={t} />
        </span>
        <span className="stage-card-name">{name(row.name, row.name_zh)}</span>
        {hasFacility ? <span className="muted">{name(row.facility_name, row.facility_name_zh)}</span> : null}
        {row.days_late > 0 ? (
          <span className="overdue">{plural(row.days_late, '{{n}} day late', '{{n}} days late')}</span>
        ) : row.due_on ? (
          <span className="muted">{t('Due {{day}}', { day: day(row.due_on) })}</span>
        ) : null}
      </span>
      <span className="stage-card-pieces">
        {isToMake ? <span className="muted">{t('To make')}</span> : null}
        <strong>{number(pieces)}</strong>
        <span className="muted">/ {number(row.allotted)}</span>
      </span>
    </button>
  )
}
