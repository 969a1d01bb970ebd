import { Button } from '@blueprintjs/core'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import type { FacilityShipmentRow } from '../../../shared/areas/facilities/calls.ts'
import {
  type FacilityShipmentMove,
  facilityShipmentLife,
  facilityShipmentWords,
} from '../../../shared/areas/facilities/shipment-life.ts'
import { facilityWords } from '../../../shared/areas/facilities/words.ts'
import { documentKinds } from '../../../shared/areas/gate-passes/documents.ts'
import { contract } from '../../../shared/areas.ts'
import { openMoves } from '../../../shared/kernel/lifecycle.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import { ClosedMoves } from '../../actions/ClosedMoves.tsx'
import { DownloadButton, PrintButton } from '../../actions/files.tsx'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { useRows } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { useTyped } from '../../forms/useTyped.ts'
import { key, listed } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { useDialog } from '../../kit/dialogs.tsx'
import { FactList } from '../../kit/field-views.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { ScanField } from '../../scan/ScanField.tsx'
import { useLocale } from '../../table/words.ts'
import { BoxText } from './Boxes.tsx'
import { useBoxLabels } from './label-print.tsx'
import { Cards, useAllRows, useVerdict } from './parts.tsx'
import { ShipmentForm } from './ShipmentForm.tsx'

const { facilities } = contract
const refresh = ['facilities'] as const

const moveNames = {
  change: key('How it travels…'),
  dispatch: key('Send it'),
  note_transport: key('E-way bill number, vehicle…'),
  call_back: key('Call it back…'),
  cancel: key('Cancel it…'),
} as const satisfies Record<FacilityShipmentMove, string>

const usualReasons = [key('Boxes were wrong'), key('The vehicle did not come'), key('The paper was wrong')]

/** A shipment: how it travels, its boxes, its papers, and what may be done with it. */
export function ShipmentDrawer({ number, onClose }: { number: string; onClose: () => void }) {
  const { t } = useLocale()
  const { rows, isLoading, isFetching, isError, reload } = useRows('facilities.getFacilityShipments', {
    ...{ tab: 'all', shipment_ids: [number] },
  })
  const [shipment] = rows
  return (
    <Drawer
      isOpen
      of={shipment ? { site: shipment.destination } : null}
      title={number}
      beside={shipment ? <StatusTag status={facilityShipmentWords[shipment.state]} /> : null}
      onClose={onClose}
    >
      {shipment ? (
        <div className="facility-touch">
          <Moves shipment={shipment} />
          {shipment.state === 'PACKING' ? <BoxesOn shipment={shipment} isLoading={isFetching} /> : null}
          <Papers shipment={shipment} />
          <Section>
            <FactList fields={facts} row={shipment} />
          </Section>
          {shipment.state === 'PACKING' ? null : <BoxesOn shipment={shipment} isLoading={isFetching} />}
        </div>
      ) : isLoading ? (
        <LoadingRows rows={6} />
      ) : isError ? (
        <FailedState onRetry={() => void reload()} />
      ) : (
        <EmptyState title={t('There is no shipment {{number}}.', { number })} />
      )}
    </Drawer>
  )
}

const facts: readonly ShownField<FacilityShipmentRow>[] = [
  {
    ...{ id: 'facility', header: key('Facility') },
    of: (row, { name }) => `${row.facility} · ${name(row.facility_name, row.facility_name_zh)}`,
  },
  {
    ...{ id: 'destination', header: key('Site of India QC') },
    of: (row, { name }) => `${row.destination} · ${name(row.destination_name, row.destination_name_zh)}`,
  },
  { id: 'boxes', header: key('Boxes'), kind: 'count', of: ({ boxes }) => boxes },
  { id: 'received', header: key('Boxes received in India'), kind: 'count', of: ({ received_boxes }) => received_boxes },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: ({ pieces }) => pieces },
  { id: 'carrier', header: key('Carrier'), of: ({ carrier }) => carrier || null },
  { id: 'vehicle', header: key('Vehicle number'), kind: 'code', of: ({ vehicle_no }) => vehicle_no || null },
  { id: 'lr', header: key('Lorry receipt number'), kind: 'code', of: ({ lr_no }) => lr_no || null },
  { id: 'eway', header: key('E-way bill number'), kind: 'code', of: ({ eway_bill_no }) => eway_bill_no || null },
  { id: 'distance', header: key('Distance (km)'), kind: 'count', of: ({ distance_km }) => distance_km },
  { id: 'made_by', header: key('Made by'), of: ({ made_by }) => made_by },
  { id: 'made', header: key('Made'), kind: 'instant', of: ({ made_at }) => made_at },
  { id: 'sent', header: key('Sent'), kind: 'instant', of: ({ dispatched_at }) => dispatched_at },
  { id: 'reason', header: key('Reason'), of: ({ reason }, { t }) => reason && t(reason) },
]

function Moves({ shipment }: { shipment: FacilityShipmentRow }) {
  const { t, number, plural } = useLocale()
  const { shipment_id, version, moves } = shipment
  const open = openMoves(moves)
  const change = useDialog(ShipmentForm)
  const send = useAskedAction(
    (_, options) => api.facilities.changeShipmentStatus({ shipment_id, version, status: 'DISPATCHED' }, options),
    {
      ...{ refresh: [...refresh], looksAgain: true },
      ask: () => ({
        title: t('Send shipment {{number}}?', { number: shipment_id }),
        text: t('{{boxes}}, {{pieces}} pcs leave the facility. Its paper is issued with the next number.', {
          boxes: plural(shipment.boxes, '1 box', '{{n}} boxes'),
          pieces: number(shipment.pieces),
        }),
        confirm: t('Send it'),
      }),
    },
  )
  const callBack = useAskedAction(
    ({ reason }, options) =>
      api.facilities.changeShipmentStatus({ shipment_id, version, status: 'PACKING', reason }, options),
    {
      ...{ refresh: [...refresh], looksAgain: true },
      ask: () => ({
        draft: `facility-call-back.${shipment_id}`,
        title: t('Call shipment {{number}} back?', { number: shipment_id }),
        text: t('Its paper {{document}} is cancelled; sent again it gets the next number.', {
          document: shipment.document ?? '',
        }),
        confirm: t('Call it back'),
        usual: usualReasons,
      }),
    },
  )
  const cancel = useAskedAction(
    ({ reason }, options) =>
      api.facilities.changeShipmentStatus({ shipment_id, version, status: 'CANCELLED', reason }, options),
    {
      ...{ refresh: [...refresh], looksAgain: true },
      ask: () => ({
        draft: `facility-cancel.${shipment_id}`,
        title: t('Cancel shipment {{number}}?', { number: shipment_id }),
        text: t('Its boxes are free for another shipment.'),
        confirm: t('Cancel the shipment'),
        usual: usualReasons,
      }),
    },
  )
  const run: Readonly<Record<FacilityShipmentMove, () => void>> = {
    change: () => change.open({ facility: shipment.facility, shipment }),
    dispatch: () => send.ask(),
    note_transport: () => change.open({ facility: shipment.facility, shipment }),
    call_back: () => callBack.ask(),
    cancel: () => cancel.ask(),
  }
  return (
    <Section>
      <div className="facility-buttons">
        {open.map((move) => (
          <Button
            key={move}
            text={t(moveNames[move])}
            intent={move === 'dispatch' ? 'primary' : move === 'cancel' ? 'danger' : 'none'}
            loading={send.isRunning || callBack.isRunning || cancel.isRunning}
            onClick={run[move]}
          />
        ))}
      </div>
      <ClosedMoves moves={moves} usual={facilityShipmentLife.usual} names={moveNames} />
      {change.dialog}
      {send.dialog}
      {callBack.dialog}
      {cancel.dialog}
    </Section>
  )
}

function Papers({ shipment: { shipment_id, state, document, document_kind } }: { shipment: FacilityShipmentRow }) {
  const { t } = useLocale()
  const isSent = state === 'DISPATCHED'
  const stn = facilities.getShipmentStn
  const title = document_kind === null ? t('Papers') : `${t(documentKinds[document_kind])} ${document ?? ''}`
  return (
    <Section title={title}>
      <div className="facility-buttons">
        <DownloadButton call={facilities.getShipmentPackingFile} input={{ shipment_id }} text={t('Packing file')} />
        {isSent ? (
          <>
            <DownloadButton call={stn} input={{ shipment_id, file_type: 'pdf' }} text={t('Paper as PDF')} />
            <DownloadButton call={stn} input={{ shipment_id, file_type: 'excel' }} text={t('Paper as Excel')} />
            <PrintButton call={stn} input={{ shipment_id, file_type: 'pdf' }} title={`${shipment_id}, ${title}`} />
            <DownloadButton
              call={facilities.shipmentEwayBill}
              input={{ shipment_id }}
              text={t('E-way bill for the portal (JSON)')}
            />
            {document_kind === 'tax_invoice' ? (
              <DownloadButton
                call={facilities.shipmentEInvoice}
                input={{ shipment_id }}
                text={t('E-invoice for the portal (JSON)')}
              />
            ) : null}
          </>
        ) : null}
      </div>
      {isSent ? null : <p className="muted">{t('The paper is written when the shipment is sent.')}</p>}
    </Section>
  )
}

const codesShape = z.array(z.string())

interface BoxesOnProps {
  shipment: FacilityShipmentRow
  /** It is being loaded anew: its version is not sure. */
  isLoading: boolean
}

/** Boxes of a shipment; while it is packed, others are scanned on and these taken off. Scans wait for each other, and for the connection. */
function BoxesOn({ shipment: { shipment_id, version, moves }, isLoading }: BoxesOnProps) {
  const { t, number } = useLocale()
  const verdict = useVerdict()
  const say = useSay()
  const labels = useBoxLabels()
  const boxes = useAllRows('facilities.getFacilityBoxes', { tab: 'all', shipment_id, page_size: 500 })
  const codes = boxes.rows.toSorted((a, b) => (a.box_no ?? 0) - (b.box_no ?? 0)).map(({ box_id }) => box_id)
  const scanned = useTyped<string[]>(
    `facility-shipment-scans.${shipment_id}`,
    codesShape,
    [],
    t('Scan another box onto it'),
  )
  /** The version at which it could not be sent: it is tried again at another, by hand, or with the connection. */
  const [failedAt, setFailedAt] = useState<number | null>(null)
  const put = useAction(
    (next: string[], options) =>
      api.facilities.changeShipmentStatus({ shipment_id, version, status: 'PACKING', boxes: next }, options),
    {
      ...{ refresh: [...refresh], looksAgain: true },
      done: () => null,
      failed: (error, next) => {
        const at = Number(error.details.fields?.[0]?.field.match(/^boxes\.(\d+)$/)?.[1] ?? Number.NaN)
        const wrong = next[at]
        if (wrong === undefined) {
          setFailedAt(version)
          return false
        }
        scanned.change((now) => now.filter((one) => one !== wrong))
        verdict.bad(say.problem(error))
        return true
      },
    },
  )
  const isBusy = put.isRunning || boxes.isFetching || isLoading
  const mayChange = openMoves(moves).includes('change')
  const waiting = scanned.value.filter((code) => !codes.includes(code))
  const send = async (next: string[]) => {
    const added = next.filter((code) => !codes.includes(code))
    if ((await put.run(next)) === undefined) return
    if (added.length > 0) verdict.good(listed(added))
    setFailedAt(null)
    scanned.change((now) => now.filter((one) => !next.includes(one)))
  }
  const latest = useRef(send)
  latest.current = send
  const toSend = mayChange && !isBusy && failedAt !== version && waiting.length > 0 ? waiting.join(' ') : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is sent is what stands there when nothing else is under way
  useEffect(() => {
    if (toSend !== '') void latest.current([...codes, ...toSend.split(' ')])
  }, [toSend])
  useEffect(() => {
    const again = () => setFailedAt(null)
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [])
  const scan = (raw: string) => {
    const { sscc, text } = readTraced(raw)
    const code = sscc ?? text
    if (codes.includes(code) || scanned.value.includes(code)) return verdict.bad(t(facilityWords.boxTwice, { code }))
    scanned.change((now) => [...now, code])
    verdict.unsure(code)
  }
  return (
    <Section title={t('Boxes: {{n}}', { n: number(boxes.rows.length) })}>
      {mayChange ? (
        <>
          <ScanField label={t('Scan another box onto it')} onScan={({ code }) => scan(code)} />
          {verdict.shown}
        </>
      ) : null}
      {waiting.length > 0 ? (
        <div className="facility-card" role="status">
          <span className="facility-card-text">
            <b>{t('Waiting to be put on: {{n}}', { n: number(waiting.length) })}</b>
            <span className="muted code">{listed(waiting)}</span>
          </span>
          {failedAt === version ? <Button text={t('Try again')} onClick={() => setFailedAt(null)} /> : null}
        </div>
      ) : null}
      <Cards rows={boxes} keyOf={({ box_id }) => box_id} empty={<EmptyState title={t('No boxes on it')} />}>
        {(box) => (
          <>
            <BoxText box={box} />
            <Button
              text={t('Label')}
              aria-label={t('Label of {{code}}', { code: box.box_id })}
              onClick={() => labels.print(box)}
            />
            {mayChange ? (
              <Button
                text={t('Take off')}
                aria-label={t('Take off {{code}}', { code: box.box_id })}
                disabled={isBusy}
                onClick={() => void send(codes.filter((code) => code !== box.box_id))}
              />
            ) : null}
          </>
        )}
      </Cards>
      {labels.dialog}
    </Section>
  )
}
