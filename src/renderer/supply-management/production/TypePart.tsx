import { Button, Checkbox } from '@blueprintjs/core'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { z } from 'zod'
import type { FacilityOrderRow } from '../../../shared/areas/facilities/calls.ts'
import {
  cutOf,
  mostCut,
  planStage,
  type Stage,
  stages,
  stageWords,
} from '../../../shared/areas/facilities/stage-ledger.ts'
import { refusalReasons } from '../../../shared/kernel/reasons.ts'
import { useSay } from '../../actions/say.ts'
import { ChoiceField, reasonWords } from '../../forms/fields.tsx'
import { useTyped } from '../../forms/useTyped.ts'
import { Section } from '../../kit/Drawer.tsx'
import type { GridValues } from '../../kit/quantity-grid/grid-model.ts'
import { QuantityGrid } from '../../kit/quantity-grid/QuantityGrid.tsx'
import { Callout } from '../../kit/states.tsx'
import { useIsPhone } from '../../kit/use-is-phone.ts'
import { QueueNote } from '../../scan/QueueNote.tsx'
import { useUserId } from '../../session/use-user-id.ts'
import { useLocale } from '../../table/words.ts'
import { useLineGrid } from './line-grid.ts'
import { fromOf, StageChoice } from './StageChoice.tsx'
import {
  linesText,
  type RefusedEntry,
  readLines,
  readStageAt,
  refusedEntries,
  refusedEntry,
  stageQueue,
  stageText,
} from './stage-queue.ts'

export interface MovesProps {
  row: FacilityOrderRow
  into: Stage
  onInto: (into: Stage) => void
}

const stage = z.enum(stages)
const shape = z.object({
  from: stage,
  is_undo: z.boolean(),
  reason: z.enum(['', ...refusalReasons]),
  pieces: z.record(z.string(), z.int()),
})
type Entry = z.output<typeof shape>
const nothing: Entry = { from: 'pending', is_undo: false, reason: '', pieces: {} }

/** Pieces typed by colour and size from one stage into the next. What is typed is a draft; what is saved goes by the queue, also later. */
export function TypePart({ row, into, onInto }: MovesProps) {
  const { t, number, time } = useLocale()
  const isPhone = useIsPhone()
  const say = useSay()
  const queue = stageQueue(useUserId())
  const state = useSyncExternalStore(queue.subscribe, queue.state)
  const [isFull, setFull] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const grid = useLineGrid(row)
  const typed = useTyped<Entry>(
    `facility-stage.${row.facility}.${row.order_action_id}.${into}`,
    shape,
    nothing,
    t('Pieces of {{order}}', { order: row.order_action_id }),
  )
  const { is_undo, reason, pieces } = typed.value
  const from = fromOf(into, typed.value.from)
  const isOf = (place: string | null) => {
    const at = readStageAt(place)
    return at?.order === row.order_action_id && at.facility === row.facility
  }
  const last = state.listed.find(({ record }) => isOf(record.place))
  const typedBefore = refusedEntries(state.listed).filter(({ record }) => isOf(record.place))
  const refused = last
    ? [...refusedEntry(last.record), ...typedBefore.filter(({ record }) => record !== last.record)]
    : []
  const isOpen = row.state === 'SENT_FOR_PRODUCTION'
  const entries = row.lines.flatMap((line) => {
    const quantity = pieces[line.nm_sku] ?? 0
    return quantity > 0 ? [{ line, quantity }] : []
  })
  const faults = new Map(
    entries.flatMap(({ line, quantity }) => {
      const asked = { nm_sku: line.nm_sku, into, from, is_undo, quantity }
      const plan = planStage(line, asked, row.cutting_tolerance_percent)
      return 'refused' in plan ? [[line.nm_sku, say.message(plan.refused.message, plan.refused.values)] as const] : []
    }),
  )
  /** Pieces that may go, at most. */
  const room = new Map(
    row.lines.map((line) => [
      line.nm_sku,
      is_undo
        ? line[into]
        : into === 'cutting'
          ? mostCut(line.allotted, row.cutting_tolerance_percent) - cutOf(line)
          : line[from],
    ]),
  )
  const layers = useMemo(() => [{ key: 'pieces', label: t('Pieces') }], [t])
  const values = useMemo<GridValues>(
    () => Object.fromEntries(Object.entries(pieces).map(([sku, quantity]) => [sku, { pieces: quantity }])),
    [pieces],
  )
  const fill = () =>
    typed.change((now) => ({
      ...now,
      pieces: Object.fromEntries(row.lines.map((line) => [line.nm_sku, line[is_undo ? into : from]])),
    }))
  const total = entries.reduce((sum, { quantity }) => sum + quantity, 0)
  const needsReason = into === 'reject' && !is_undo && reason === ''
  const save = () => {
    const place = stageText({
      facility: row.facility,
      order: row.order_action_id,
      ...{ into, from, is_undo, reason: into === 'reject' ? reason : '', quantity: 1 },
    })
    const lines = entries.map(({ line: { nm_sku }, quantity }) => ({ nm_sku, quantity }))
    const taken = queue.scan(linesText(lines), 'move', place)
    setFull(taken === null)
    if (taken !== null) typed.reset()
  }
  const result = last?.record.result
  // Who types on has seen that the last one was taken.
  const isSeen = total > 0 && result?.outcome === 'moved' && state.waiting === 0
  const again = ({ record, at }: RefusedEntry) => {
    // Drawn before it is filled in: the numbers are a draft of its own stage, not of the one that is open.
    if (at.into !== into) flushSync(() => onInto(at.into))
    typed.change({
      from: at.from,
      is_undo: at.is_undo,
      reason: at.reason,
      pieces: Object.fromEntries(readLines(record.code, at.quantity).map(({ nm_sku, quantity }) => [nm_sku, quantity])),
    })
    queue.drop(record.scan_id)
  }
  return (
    <Section>
      <div className="stage-move">
        <StageChoice
          into={into}
          from={from}
          onInto={onInto}
          onFrom={(next) => typed.change((now) => ({ ...now, from: next }))}
        />
        <p className="stage-way">
          {is_undo
            ? t('Back from “{{into}}” to “{{from}}”', { into: t(stageWords[into]), from: t(stageWords[from]) })
            : t('From “{{from}}” into “{{into}}”', { into: t(stageWords[into]), from: t(stageWords[from]) })}
        </p>
        <QuantityGrid
          // What is being typed in a cell is of its stage: on the next one it would stand there and count nothing.
          key={into}
          label={t('Pieces into “{{stage}}”', { stage: t(stageWords[into]) })}
          {...grid}
          hasTotals={!isPhone}
          faultsInLine
          onRefused={setRefused}
          layers={layers}
          values={values}
          faults={faults}
          beside={(cell) => `/${number(Math.max(0, room.get(cell) ?? 0))}`}
          {...(isOpen && {
            start: {},
            onChange: (next: GridValues) =>
              typed.change((now) => ({
                ...now,
                pieces: Object.fromEntries(
                  Object.entries(next).flatMap(([sku, { pieces: quantity = 0 }]) =>
                    quantity > 0 ? [[sku, quantity] as const] : [],
                  ),
                ),
              })),
          })}
        />
        {into === 'reject' && !is_undo ? (
          <ChoiceField
            label={t('Reason')}
            value={reason}
            choices={Object.entries(reasonWords).map(([value, words]) => [value as typeof reason, t(words)] as const)}
            onChange={(next) => typed.change((now) => ({ ...now, reason: next }))}
          />
        ) : null}
        <Checkbox
          label={t('Take pieces back')}
          checked={is_undo}
          onChange={({ currentTarget: { checked } }) => typed.change((now) => ({ ...now, is_undo: checked }))}
        />
        <div className="stage-foot">
          {needsReason && total > 0 ? (
            <Callout tone="warn">{t('Please choose why pieces are rejected.')}</Callout>
          ) : null}
          <div className="stage-last" aria-live="polite">
            {refused.map((entry) => (
              <Callout key={entry.record.scan_id} tone="bad">
                <span className="code">{time(entry.record.scanned_at)}</span> {t(stageWords[entry.at.into])}:{' '}
                {entry.record.code}
                <br />
                {say.message(entry.result.message, entry.result.values)}{' '}
                {isOpen ? <Button size="small" text={t('Type it again')} onClick={() => again(entry)} /> : null}{' '}
                <Button
                  size="small"
                  variant="minimal"
                  text={t('Leave it')}
                  onClick={() => queue.drop(entry.record.scan_id)}
                />
              </Callout>
            ))}
            {last === undefined || isSeen ? null : (
              <>
                {result && result.outcome !== 'refused' ? (
                  <Callout tone="good">{say.message(result.message, result.values)}</Callout>
                ) : null}
                {/* Below a refused entry “all are sent” would read as if its pieces had moved. */}
                {refused.length > 0 && state.waiting === 0 && state.isSaved && !isFull ? null : (
                  <QueueNote state={state} isFull={isFull} of="entries" />
                )}
              </>
            )}
          </div>
          <div className="stage-actions">
            <Button size="large" text={t('All that are there')} disabled={!isOpen} onClick={fill} />
            <Button
              size="large"
              intent="primary"
              text={
                is_undo
                  ? t('Take {{n}} pcs back', { n: number(total) })
                  : t('{{n}} pcs into “{{stage}}”', { n: number(total), stage: t(stageWords[into]) })
              }
              disabled={!isOpen || total === 0 || faults.size > 0 || needsReason || isRefused}
              onClick={save}
            />
          </div>
        </div>
      </div>
    </Section>
  )
}
