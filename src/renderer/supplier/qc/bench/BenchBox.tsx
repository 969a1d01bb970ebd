import { Button } from '@blueprintjs/core'
import { type RefObject, useCallback, useLayoutEffect, useMemo } from 'react'
import type { BenchCommand } from '../../../../shared/areas/inspection/bench.ts'
import { shownQcStatus } from '../../../../shared/areas/qc-boxes/status.ts'
import { RemarkField } from '../../../forms/fields.tsx'
import { Shortcut } from '../../../kit/KeyMenu.tsx'
import { ScrollPart } from '../../../kit/Page.tsx'
import type { GridValues } from '../../../kit/quantity-grid/grid-model.ts'
import { StatusTag } from '../../../kit/StatusTag.tsx'
import { EmptyState } from '../../../kit/states.tsx'
import { useLocale } from '../../../table/words.ts'
import { type AfterCommand, type BoxDetails, useInTurn } from '../box/box-data.ts'
import { StyleMatrix, stylesOf } from '../box/StyleMatrix.tsx'
import { ChangedMeanwhile } from '../checklist/ChangedMeanwhile.tsx'
import { ChecklistPart } from '../checklist/ChecklistPart.tsx'
import { CountGrid, CountResult } from '../count/CountView.tsx'
import { DefectTiles, useDefectTiles } from '../inspect/DefectTiles.tsx'
import { HeldWhy } from '../inspect/HeldWhy.tsx'
import { usualRemarks } from '../moves/box-moves.tsx'
import { BenchLots } from './BenchLots.tsx'
import { type BenchWork, type DoneBox, useBenchBox } from './use-bench-box.ts'

/** What the station does with the box that lies on it. */
export interface BenchHandle {
  sscc: string
  run: (command: Exclude<BenchCommand, 'next'>) => Promise<boolean>
  /** Saves what was typed; false where that cannot be. */
  settle: () => Promise<boolean>
  /** Whether it is the code of a piece of this box. */
  piece: (code: string) => boolean
  undo: () => void
}

interface BenchBoxProps {
  details: BoxDetails
  take: (after: AfterCommand) => void
  handle: RefObject<BenchHandle | null>
  onDone: (done: DoneBox) => void
  onPress: (command: BenchCommand) => void
  /** Opens it with everything that is known of it. */
  onWhole: () => void
}

/** A box on the bench: its count, its samples and its defects, all in sight at once. */
export function BenchBox({ details, take, handle, onDone, onPress, onWhole }: BenchBoxProps) {
  const { t, name } = useLocale()
  const work = useBenchBox({ details, take, onDone })
  const { inspecting, expected } = work
  const { draft, change } = inspecting
  const tiles = useDefectTiles(draft, change, inspecting.waiting)
  // Before the next key: it acts on what stands there by then.
  useLayoutEffect(() => {
    handle.current = {
      sscc: details.box.sscc,
      ...{ run: work.run, settle: work.settle, piece: tiles.choose, undo: tiles.undo },
    }
    return () => {
      handle.current = null
    }
  })
  const { box } = details
  return (
    <section className="bench-box" aria-label={t('Box on the bench')}>
      <div className="bench-head">
        <h2>{t('Box {{box_no}} of {{shipment_id}}', { box_no: box.box_no, shipment_id: box.shipment_id })}</h2>
        <StatusTag status={shownQcStatus(box)} />
        <span className="muted">{name(box.supplier_name, box.supplier_name_zh)}</span>
        <Button size="small" variant="minimal" text={t('All of this box')} onClick={onWhole} />
      </div>
      <div className="bench-parts">
        <ScrollPart className="bench-count" label={t('Count')}>
          <Pieces details={details} work={work} />
        </ScrollPart>
        <ScrollPart className="bench-sample" label={t('Sample')}>
          <ChangedMeanwhile draft={draft} now={details} onGoOn={inspecting.goOn} />
          <HeldWhy details={details} />
          {work.canJudge ? (
            <>
              <BenchLots details={expected} inspecting={inspecting} />
              <ChecklistPart items={details.checklist.items} draft={draft} change={change} {...inspecting.checks} />
              <DefectTiles tiles={tiles} photos={inspecting.photos} />
              <RemarkField
                label={t('Remark')}
                value={draft.remark}
                chips={usualRemarks.inspection.map((words) => t(words))}
                onChange={(remark) => change((now) => ({ ...now, remark }))}
              />
            </>
          ) : (
            <EmptyState title={t('Nothing of this box is to be done here.')} text={t('Scan the next box.')} />
          )}
        </ScrollPart>
      </div>
      {work.canJudge ? <Commands work={work} onPress={onPress} /> : null}
    </section>
  )
}

const noValues: GridValues = {}

/** The count while it is due; then what lies in the box. */
function Pieces({ details, work: { counting, isUncounted } }: { details: BoxDetails; work: BenchWork }) {
  const { t, name } = useLocale()
  const styles = useMemo(() => stylesOf(details.lines, name), [details.lines, name])
  const shown = useInTurn(styles)
  const { change } = counting
  const type = useCallback(
    (styleId: string, values: GridValues) =>
      change((now) => ({ ...now, styles: { ...now.styles, [styleId]: values } })),
    [change],
  )
  if (!isUncounted)
    return shown.map((style) => (
      <section key={style.style_id} className="qc-style" aria-label={style.style_id}>
        <h3>
          <span className="code">{style.style_id}</span> {style.name}
        </h3>
        <StyleMatrix style={style} />
      </section>
    ))
  return (
    <>
      <CountResult counting={counting} lines={details.lines} />
      {counting.isBlind ? <p className="muted">{t('The sample is planned when the count is saved.')}</p> : null}
      {shown.map((style) => (
        <CountGrid
          key={style.style_id}
          style={style}
          values={counting.draft.styles[style.style_id] ?? noValues}
          isBlind={counting.isBlind}
          onChange={type}
          autoFocus={false}
        />
      ))}
    </>
  )
}

function Commands({ work, onPress }: { work: BenchWork; onPress: (command: BenchCommand) => void }) {
  const { t } = useLocale()
  const isBusy = work.isSaving
  return (
    <div className="bench-foot">
      <Button
        size="large"
        text={t('As declared')}
        endIcon={<Shortcut keys="F2" />}
        aria-keyshortcuts="F2"
        disabled={!work.isUncounted || work.counting.isBlind || work.counting.sums.left.skus === 0}
        onClick={() => onPress('declared')}
      />
      <Button
        size="large"
        intent="primary"
        text={t('All good')}
        title={t('The samples were looked at: save, pass and make ready')}
        endIcon={<Shortcut keys="F9" />}
        aria-keyshortcuts="F9"
        loading={isBusy}
        onClick={() => onPress('pass')}
      />
      <Button
        size="large"
        text={t('Fail what the sample rejects')}
        endIcon={<Shortcut keys="F8" />}
        aria-keyshortcuts="F8"
        disabled={isBusy}
        onClick={() => onPress('fail')}
      />
      <Button
        size="large"
        text={t('Hold')}
        title={t('Everything that is not judged goes on hold')}
        endIcon={<Shortcut keys="F4" />}
        aria-keyshortcuts="F4"
        disabled={isBusy}
        onClick={() => onPress('hold')}
      />
      <Button
        size="large"
        variant="minimal"
        text={t('Save, next box')}
        endIcon={<Shortcut keys="Ctrl+Enter" />}
        aria-keyshortcuts="Control+Enter"
        disabled={isBusy}
        onClick={() => onPress('next')}
      />
    </div>
  )
}
