import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import type { FacilityOrderRow } from '../../../shared/areas/facilities/calls.ts'
import { facilityOrders } from '../../../shared/areas/facilities/lists.ts'
import { cameFrom, type Stage, stages, stageWords, typedStages } from '../../../shared/areas/facilities/stage-ledger.ts'
import type { Rows } from '../../actions/useRows.ts'
import { ScrollPart } from '../../kit/Page.tsx'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import { useLocale } from '../../table/words.ts'

interface StageBoardProps {
  list: Rows<FacilityOrderRow>
  hasFacility: boolean
  /** Opens an order where its pieces go on to the next stage. */
  onOpen: (row: FacilityOrderRow, into?: string) => void
  empty: { title: string; hint: string }
}

/** Cards that a column shows at once. */
const few = 20

const nextOf = (stage: Stage) => typedStages.find((into) => cameFrom(into)[0] === stage && into !== 'reject')

/** Orders by the stages in which they have pieces: an order stands in each of them. */
export function StageBoard({ list, hasFacility, onOpen, empty }: StageBoardProps) {
  const { t, number } = useLocale()
  if (list.isError) return <FailedState onRetry={() => void list.reload()} />
  if (list.isLoading) return <LoadingRows />
  if (list.rows.length === 0) return <EmptyState title={empty.title} text={empty.hint} />
  return (
    <>
      <ScrollPart label={t('Board')} className="stage-board">
        {stages.map((stage) => {
          const rows = list.rows.filter((row) => row[stage] > 0)
          const pieces = rows.reduce((sum, row) => sum + row[stage], 0)
          return (
            <section key={stage} className="stage-column" data-stage={stage} aria-label={t(stageWords[stage])}>
              <h2>
                {t(stageWords[stage])} <span className="muted">{t('{{n}} pcs', { n: number(pieces) })}</span>
              </h2>
              <StageCards rows={rows} stage={stage} hasFacility={hasFacility} onOpen={onOpen} />
            </section>
          )
        })}
      </ScrollPart>
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

interface StageCardsProps extends Pick<StageBoardProps, 'hasFacility' | 'onOpen'> {
  rows: readonly FacilityOrderRow[]
  stage: Stage
}

function StageCards({ rows, stage, hasFacility, onOpen }: StageCardsProps) {
  const { t, name, number, day, plural } = useLocale()
  const [shown, setShown] = useState(few)
  if (rows.length === 0) return <p className="stage-none muted">{t('None')}</p>
  return (
    <ul>
      {rows.slice(0, shown).map((row) => (
        <li key={facilityOrders.rowId(row)}>
          <button type="button" className="stage-card" onClick={() => onOpen(row, nextOf(stage))}>
            <StylePicture
              of={{ picture: row.picture, style_id: row.style_id, style_name: row.name, style_name_zh: row.name_zh }}
            />
            <span className="stage-card-words">
              <strong className="code">{row.order_action_id}</strong>
              <span className="stage-card-name">{name(row.name, row.name_zh)}</span>
              {hasFacility ? <span className="muted">{name(row.facility_name, row.facility_name_zh)}</span> : null}
              {row.days_late > 0 ? (
                <span className="overdue">{plural(row.days_late, '{{n}} day late', '{{n}} days late')}</span>
              ) : row.due_on ? (
                <span className="muted">{t('Due {{day}}', { day: day(row.due_on) })}</span>
              ) : null}
            </span>
            <span className="stage-card-pieces">
              <strong>{number(row[stage])}</strong>
              <span className="muted">/ {number(row.allotted)}</span>
            </span>
          </button>
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
