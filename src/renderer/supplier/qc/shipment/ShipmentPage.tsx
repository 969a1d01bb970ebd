import '../../supplier.css'
import '../inspect/inspect.css'
import './shipment-page.css'
import { Button } from '@blueprintjs/core'
import { Cross, Download } from '@blueprintjs/icons'
import { useState } from 'react'
import { judgedAtOnce } from '../../../../shared/areas/inspection/calls.ts'
import { shownQcStatus } from '../../../../shared/areas/qc-boxes/status.ts'
import type { CallData } from '../../../actions/calls.ts'
import { useAnswer } from '../../../actions/useRows.ts'
import { api } from '../../../api/client.ts'
import { useReason } from '../../../forms/fields.tsx'
import { listed } from '../../../i18n/formats.ts'
import { Loaded } from '../../../kit/Loaded.tsx'
import { Page, ScrollPart } from '../../../kit/Page.tsx'
import { StatusTag } from '../../../kit/StatusTag.tsx'
import { EmptyState } from '../../../kit/states.tsx'
import { useConfirm } from '../../../kit/useConfirm.tsx'
import { useLocale } from '../../../table/words.ts'
import { useAssignBoxes } from '../assign/AssignBoxes.tsx'
import { BoxDrawer } from '../box/BoxDrawer.tsx'
import { ChangedMeanwhile } from '../checklist/ChangedMeanwhile.tsx'
import { ChecklistPart } from '../checklist/ChecklistPart.tsx'
import type { ChecklistDraft, SeenVersions } from '../checklist/checklist-draft.ts'
import { useIsLead } from '../desk.ts'
import { computedWords, LotName } from '../inspect/PlanTable.tsx'
import { wireChecklist } from '../inspect/wire-inspection.ts'
import type { BoxView } from '../list/qc-filters.ts'
import { useBoxMoves, usualReasons } from '../moves/box-moves.tsx'
import { useParts } from '../moves/use-parts.tsx'
import { useReportDialog } from '../report/ReportDialog.tsx'
import { useBoxScans } from '../scan/use-box-scans.ts'

type Shipment = CallData<'inspection.shipmentLots'>
type ShipmentLot = Shipment['lots'][number]
type ShipmentBox = Shipment['boxes'][number]

interface ShipmentPageProps {
  shipmentId: string
  /** The open box's SSCC; empty while none is. */
  boxRef: string
  view: BoxView
  onBox: (sscc: string, view: BoxView) => void
  onClose: () => void
}

/** All boxes of a shipment that came, against its lots: counted as declared, sampled from few cartons, judged by one verdict a lot. */
export function ShipmentPage({ shipmentId, boxRef, view, onBox, onClose }: ShipmentPageProps) {
  const { t } = useLocale()
  const [isWhole, setWhole] = useState(false)
  const answer = useAnswer('inspection.shipmentLots', {
    shipment_id: shipmentId,
    ...(isWhole && { scope: 'shipment' as const }),
  })
  useBoxScans(onBox)
  return (
    <Page
      title={t('Shipment {{shipment}}', { shipment: shipmentId })}
      tools={<Button icon={<Cross />} text={t('Back to the boxes')} onClick={onClose} />}
    >
      <Loaded answer={answer} rows={8} missing={t('No box of this shipment is at QC.')}>
        {(shipment) => <Board {...{ shipment, onBox, isWhole, setWhole }} onChanged={() => void answer.reload()} />}
      </Loaded>
      {boxRef ? (
        <BoxDrawer
          key={boxRef}
          boxRef={boxRef}
          view={view}
          onView={(next) => onBox(boxRef, next)}
          onClose={() => {
            onBox('', 'overview')
            void answer.reload()
          }}
        />
      ) : null}
    </Page>
  )
}

interface BoardProps {
  shipment: Shipment
  /** Lots are planned across the boxes, whatever the settings say. */
  isWhole: boolean
  setWhole: (isWhole: boolean) => void
  onBox: (sscc: string, view: BoxView) => void
  onChanged: () => void
}

function Board({ shipment, isWhole, setWhole, onBox, onChanged }: BoardProps) {
  const { t, name, number } = useLocale()
  const moves = useBoxMoves(onChanged)
  const report = useReportDialog('china')
  const isLead = useIsLead()
  // What was on the page when it was opened.
  const [checks, setChecks] = useState<ChecklistDraft>({ seen: seenIn(shipment) })
  const assigning = useAssignBoxes(onChanged)
  const judging = useJudgeLots(shipment, { isWhole, checks }, onChanged)
  const { boxes, lots, boxes_in_shipment, blind_count, beyond } = shipment
  const uncounted = boxes.filter(({ quantities }) => quantities.uncounted > 0)
  const good = lots.filter((lot) => lot.computed !== 'reject' && waitingIn(lot) > 0)
  const isInBoxes = lots.some(({ scope, is_frozen }) => scope !== 'shipment' && !is_frozen)
  const passed = boxes.filter(({ allowed_actions }) => allowed_actions.includes('make_ready'))
  return (
    <>
      <div className="qcs-head">
        <h2>
          <span className="code">{shipment.shipment_id}</span> {name(shipment.supplier_name, shipment.supplier_name_zh)}
        </h2>
        <span className="muted">
          {t('Boxes here: {{n}} of {{all}}', { n: number(boxes.length + beyond), all: number(boxes_in_shipment) })}
        </span>
        {isLead && (isInBoxes || isWhole) && boxes.length > 1 ? (
          <label className="check-label">
            <input type="checkbox" checked={isWhole} onChange={({ target }) => setWhole(target.checked)} />
            {t('One sample across the boxes')}
          </label>
        ) : null}
        <span className="qcs-tools">
          {isLead ? (
            <Button text={t('Inspector…')} onClick={() => assigning.open(boxes.map(({ box_id }) => box_id))} />
          ) : null}
          {boxes.some(({ inspections }) => inspections > 0) ? (
            <Button
              icon={<Download />}
              text={t('Inspection report (PDF)…')}
              onClick={() => report.open({ shipment_id: shipment.shipment_id })}
            />
          ) : null}
          {good.length > 1 ? (
            <Button
              intent={uncounted.length === 0 || blind_count ? 'primary' : 'none'}
              text={t('All samples are good: {{n}} lots', { n: number(good.length) })}
              loading={judging.isRunning}
              onClick={() => void judging.judge(good, 'accept', true)}
            />
          ) : null}
          {uncounted.length > 0 && !blind_count ? (
            <Button
              intent="primary"
              text={t('Count as declared: {{n}}', { n: number(uncounted.length) })}
              loading={moves.isRunning}
              onClick={() => moves.countAsDeclared(uncounted)}
            />
          ) : null}
          {passed.length > 0 ? (
            <Button
              intent={uncounted.length === 0 && lots.length === 0 ? 'primary' : 'none'}
              text={t('Ready for invoice: {{n}}', { n: number(passed.length) })}
              loading={moves.isRunning}
              onClick={() => moves.makeReady(passed)}
            />
          ) : null}
        </span>
      </div>
      {beyond > 0 ? (
        <p className="qcs-note">{t('The first {{n}} boxes are shown.', { n: number(boxes.length) })}</p>
      ) : null}
      <ScrollPart className="qcs-body" label={t('Lots and boxes')}>
        {uncounted.length > 0 && lots.length > 0 ? (
          <p className="qcs-note">
            {t('Boxes that are not counted yet: {{n}}. What they hold joins its lot when they are.', {
              n: number(uncounted.length),
            })}
          </p>
        ) : null}
        <ChangedMeanwhile
          draft={checks}
          now={shipment}
          onGoOn={() => setChecks((now) => ({ ...now, seen: seenIn(shipment) }))}
        />
        {lots.length > 0 ? (
          <ChecklistPart
            items={shipment.checklist.items}
            draft={checks}
            change={(next) => setChecks((now) => next(now))}
          />
        ) : null}
        <Lots shipment={shipment} judging={judging} />
        <Boxes boxes={boxes} lots={lots} onBox={onBox} />
      </ScrollPart>
      {moves.dialogs}
      {report.dialog}
      {judging.dialogs}
      {assigning.dialogs}
    </>
  )
}

const seenIn = ({ checklist, settings }: Pick<Shipment, 'checklist' | 'settings'>): SeenVersions => ({
  checklist: checklist.version,
  settings: settings.version,
})

type Judging = ReturnType<typeof useJudgeLots>

function Lots({ shipment, judging }: { shipment: Shipment; judging: Judging }) {
  const { t, number } = useLocale()
  const { lots } = shipment
  if (lots.length === 0)
    return <EmptyState title={t('No lot waits')} text={t('Counted boxes of this shipment show their lots here.')} />
  return (
    <table className="plain-table qcs-lots" aria-label={t('Lots of the shipment')}>
      <thead>
        <tr>
          <th>{t('Lot')}</th>
          <th className="end">{t('Waiting')}</th>
          <th className="end">{t('Sample')}</th>
          <th className="end">{t('Looked at')}</th>
          <th>{t('Cartons to open')}</th>
          <th>{t('Computed')}</th>
          <th>{t('Verdict')}</th>
        </tr>
      </thead>
      <tbody>
        {lots.map((lot) => {
          const said = computedWords[lot.computed]
          const open = lot.cells.filter(({ to_see }) => to_see > 0)
          return (
            <tr key={lot.lot_key} data-lot={lot.lot_key}>
              <td>
                <LotName lot={{ plan: lot }} />
                {lot.scope === 'shipment' ? null : (
                  <span className="muted"> {t('box {{box}}', { box: boxNosOf(lot, shipment.boxes) })}</span>
                )}
              </td>
              <td className="end">{number(waitingIn(lot))}</td>
              <td className="end">{number(lot.sample_size)}</td>
              <td className="end">{number(lot.tally.sampled)}</td>
              <td>
                <span className="qcs-cartons">
                  {open.map(({ sscc, to_see }) => (
                    <span key={sscc} className="dt-tag" title={t('Units to look at: {{n}}', { n: number(to_see) })}>
                      {boxNoOf(sscc, shipment.boxes)} <span className="muted">×{number(to_see)}</span>
                    </span>
                  ))}
                </span>
              </td>
              <td>
                <span className="status-tag" data-tone={said.tone}>
                  {t(said.word)}
                </span>
              </td>
              <td>
                <LotButton lot={lot} judging={judging} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const boxNoOf = (sscc: string, boxes: readonly ShipmentBox[]) => boxes.find((box) => box.sscc === sscc)?.box_no ?? sscc
const boxNosOf = ({ cells }: ShipmentLot, boxes: readonly ShipmentBox[]) =>
  listed(cells.map(({ sscc }) => boxNoOf(sscc, boxes)))
const waitingIn = ({ cells }: ShipmentLot) => cells.reduce((sum, { waiting }) => sum + waiting, 0)

/** One verdict on lots, told to their boxes some at a time: the cartons of the samples first. */
function useJudgeLots(
  { shipment_id, boxes, checklist, settings }: Shipment,
  { isWhole, checks }: { isWhole: boolean; checks: ChecklistDraft },
  onChanged: () => void,
) {
  const { t, number, plural } = useLocale()
  const confirm = useConfirm()
  const reason = useReason()
  const parts = useParts(onChanged)
  const judge = async (lots: readonly ShipmentLot[], verdict: 'accept' | 'reject', seen: boolean) => {
    const units = (sscc: string) => lots.reduce((sum, { cells }) => sum + toSeeIn(cells, sscc), 0)
    const waits = ({ sscc }: ShipmentBox) =>
      lots.some(({ cells }) => cells.some((c) => c.sscc === sscc && c.waiting > 0))
    const waiting = boxes.filter(waits).toSorted((a, b) => units(b.sscc) - units(a.sscc))
    const cartons = boxes.filter(({ sscc }) => units(sscc) > 0)
    const pieces = lots.reduce((sum, lot) => sum + waitingIn(lot), 0)
    const title = verdict === 'reject' ? t('Reject the lot') : seen ? t('The sample is good') : t('Accept the lot')
    const counts = { pieces: number(pieces), boxes: number(waiting.length) }
    const text = (
      <>
        {seen ? (
          <p>
            {t('Cartons opened: {{cartons}}. Units looked at, all good: {{units}}.', {
              cartons: listed(cartons.map(({ box_no }) => box_no)),
              units: number(cartons.reduce((sum, { sscc }) => sum + units(sscc), 0)),
            })}
          </p>
        ) : null}
        <p>
          {verdict === 'reject'
            ? t('Boxes: {{boxes}} · Pieces that fail: {{pieces}}', counts)
            : t('Boxes: {{boxes}} · Pieces that pass: {{pieces}}', counts)}
        </p>
      </>
    )
    const run = (looser_reason?: string) =>
      parts.run(
        { boxIds: waiting.map(({ box_id }) => box_id), pieces, beyond: 0, staying: [] },
        {
          title,
          size: judgedAtOnce,
          send: (box_ids, options) =>
            api.inspection.judgeLots(
              {
                ...{ shipment_id, lot_keys: lots.map(({ lot_key }) => lot_key), verdict, seen, box_ids },
                ...wireChecklist(checks, { checklist, settings }),
                ...(isWhole && { scope: 'shipment' as const, looser_reason }),
              },
              options,
            ),
          done: (n) => plural(n, '1 box is judged.', '{{n}} boxes are judged.'),
        },
      )
    if (isWhole && lots.some(({ is_frozen }) => !is_frozen))
      return reason.ask({
        draft: `looser.${shipment_id}`,
        title,
        text,
        confirm: title,
        usual: usualReasons.looser,
        run,
      })
    const isAgreed = await confirm.ask({
      title,
      text,
      confirm: title,
      ...(verdict === 'reject' && { isDangerous: true }),
    })
    if (isAgreed) await run()
  }
  return {
    judge,
    isRunning: parts.isRunning,
    dialogs: (
      <>
        {confirm.dialog}
        {reason.dialog}
        {parts.dialogs}
      </>
    ),
  }
}

const toSeeIn = (cells: ShipmentLot['cells'], sscc: string) => cells.find((cell) => cell.sscc === sscc)?.to_see ?? 0

/** What its sample says of a lot is one press away. */
function LotButton({ lot, judging }: { lot: ShipmentLot; judging: Judging }) {
  const { t } = useLocale()
  if (waitingIn(lot) === 0) return <span className="muted">{t('On hold')}</span>
  const isRejected = lot.computed === 'reject'
  const seen = lot.computed === 'open'
  return (
    <Button
      size="small"
      {...(isRejected ? { intent: 'danger' as const } : {})}
      text={isRejected ? t('Reject the lot') : seen ? t('The sample is good') : t('Accept the lot')}
      disabled={judging.isRunning}
      onClick={() => void judging.judge([lot], isRejected ? 'reject' : 'accept', seen)}
    />
  )
}

interface BoxesProps {
  boxes: readonly ShipmentBox[]
  lots: readonly ShipmentLot[]
  onBox: BoardProps['onBox']
}

/** Boxes down, lots across: what waits in each, and how much of it is looked at. */
function Boxes({ boxes, lots, onBox }: BoxesProps) {
  const { t, number } = useLocale()
  const shared = lots.filter(({ scope }) => scope === 'shipment')
  const some = (n = 0) => (n > 0 ? number(n) : '')
  const cell = (lot: ShipmentLot, sscc: string) => lot.cells.find((each) => each.sscc === sscc)
  return (
    <table className="plain-table qcs-boxes" aria-label={t('Boxes of the shipment')}>
      <thead>
        <tr>
          <th>{t('Box')}</th>
          <th>{t('Status')}</th>
          <th className="end">{t('To inspect')}</th>
          <th className="end">{t('Hold')}</th>
          <th className="end">{t('Open, units')}</th>
          {shared.map((lot) => (
            <th key={lot.lot_key} className="end">
              <LotName lot={{ plan: lot }} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {boxes.map((box) => {
          const toSee = lots.reduce((sum, lot) => sum + (cell(lot, box.sscc)?.to_see ?? 0), 0)
          const next = box.quantities.uncounted > 0 ? 'count' : box.quantities.to_inspect > 0 ? 'inspect' : 'overview'
          return (
            <tr key={box.sscc} data-open={toSee > 0 || undefined}>
              <td>
                <button type="button" className="dt-link" onClick={() => onBox(box.sscc, next)}>
                  {box.box_no}
                </button>
              </td>
              <td>
                <StatusTag status={shownQcStatus(box)} />
              </td>
              <td className="end">{some(box.quantities.to_inspect)}</td>
              <td className="end">{some(box.quantities.on_hold)}</td>
              <td className="end">{toSee > 0 ? <b>{number(toSee)}</b> : ''}</td>
              {shared.map((lot) => (
                <td key={lot.lot_key} className="end">
                  {some(cell(lot, box.sscc)?.waiting)}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
