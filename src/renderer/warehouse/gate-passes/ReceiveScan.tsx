import './gate-passes.css'
import { Button } from '@blueprintjs/core'
import { ArrowLeft } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { damageReasons } from '../../../shared/areas/gate-passes/rules.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import type { CallData, CallInput } from '../../actions/calls.ts'
import { useRefresh, useRows } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { key } from '../../i18n/formats.ts'
import { RowPlace } from '../../i18n/place.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page } from '../../kit/Page.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { ScanStation, type StationLook } from '../../scan/ScanStation.tsx'
import { scanStation } from '../../scan/scan-station.ts'
import { useStationAnswer } from '../../scan/use-station-answer.ts'
import { useUserId } from '../../session/use-user-id.ts'
import { useLocale } from '../../table/words.ts'
import { useDifferences } from './DifferencesDialog.tsx'
import { boxStateWords } from './PassBoxes.tsx'
import { joined, parted } from './scan-place.ts'

type Result = Omit<CallData<'gatePasses.receiveItem'>['results'][number], 'outcome'> & { outcome: string }
type DamageReason = keyof typeof damageReasons
type Site = NonNullable<CallInput<'gatePasses.receiveBox'>['site']>

/** Of a box's scan: also what is left of a box that is counted. */
const withRest = 'rest'

/** Outcomes of pieces that lie here now. */
const takenPieces = ['received', 'damaged', 'excess', 'not_on_pass']

const openQueue = scanStation<Result>({
  name: 'gate-pass-receive',
  taken: takenPieces,
  none: { nm_sku: null, quantity: 0, item: null },
  async send(batch, options) {
    const [first] = batch
    const [gatePass, site, damage, box] = parted(first?.place, 4)
    const scanned = batch.map(({ code, scan_id, scanned_at }) => ({ code, scan_id, scanned_at }))
    if (first?.action === 'box' || first?.action === 'undo-box') {
      const action = first.action === 'box' ? 'receive' : 'undo'
      const of = {
        ...(gatePass && { gate_pass: gatePass }),
        ...(site && { site: site as Site }),
        with_rest: damage === withRest,
      }
      const { data } = await api.gatePasses.receiveBox({ ...of, action, boxes: scanned }, options)
      return data.results
    }
    const reason = damage as DamageReason | null
    const scans = scanned.map((scan) => ({ ...scan, ...(reason && { damaged: 1, reason }) }))
    const action = first?.action === 'undo' ? 'undo' : 'receive'
    const { data } = await api.gatePasses.receiveItem(
      { gate_pass: gatePass ?? '', action, scans, ...(box && { box }) },
      options,
    )
    return data.results.map((result) =>
      reason && result.outcome === 'received' ? { ...result, outcome: 'damaged' } : result,
    )
  },
})

const looks: Readonly<Record<string, StationLook>> = {
  received: { label: key('Received'), tone: 'good', sound: 'good' },
  damaged: { label: key('Received damaged'), tone: 'warn', sound: 'unknown' },
  excess: { label: key('Too many'), tone: 'warn', sound: 'unknown' },
  not_on_pass: { label: key('Not on the gate pass'), tone: 'warn', sound: 'unknown' },
  other_pass: { label: key('Of another gate pass'), tone: 'other', sound: 'unknown' },
  other_site: { label: key('Sent to another site'), tone: 'other', sound: 'unknown' },
  already: { label: key('Received already'), tone: 'warn', sound: 'unknown' },
  misread: { label: key('Misread'), tone: 'bad', sound: 'unknown' },
  not_received: { label: key('Not received'), tone: 'warn', sound: 'unknown' },
  blind: { label: key('Count piece by piece'), tone: 'other', sound: 'unknown' },
  counting: { label: key('Counted piece by piece'), tone: 'other', sound: 'unknown' },
}

interface ReceiveScanProps {
  /** A pass, whose pieces can be received one by one; null receives whole boxes of any. */
  number: string | null
  /** Where the scanner stands, where that was chosen. */
  site: string | null
  onBack: () => void
}

/** Receiving by scan: a whole box by one scan, or piece by piece; blind where the pass says so. */
export function ReceiveScan({ number, site, onBack }: ReceiveScanProps) {
  const { t } = useTranslation()
  const title = number === null ? t('Receive boxes') : t('Receive {{number}}', { number })
  const text = number === null ? t('Back to the list') : t('Back to the gate pass')
  return (
    <Page title={title} tools={<Button icon={<ArrowLeft />} text={text} onClick={onBack} />}>
      {number === null ? (
        <RowPlace value={{ site }}>
          <AnyBoxes site={site} />
        </RowPlace>
      ) : (
        <OfPass number={number} site={site} />
      )}
    </Page>
  )
}

const boxKey = (gatePass: string) => `selvedge.receiving-box ${gatePass}`

/** Of a place that a scan is kept with, whether it is of this pass; of null, of a box that came by itself. */
const isOf = (gatePass: string | null) => (place: string | null) => parted(place, 1)[0] === gatePass

const isBox = (code: string) => readTraced(code).sscc !== null

function AnyBoxes({ site }: { site: string | null }) {
  const { t } = useTranslation()
  const refresh = useRefresh()
  const queue = openQueue(useUserId())
  return (
    <ScanStation
      queue={queue}
      looks={looks}
      action="piece"
      undo="undo"
      boxes={{ is: isBox, action: 'box', undo: 'undo-box', place: joined(null, site) }}
      taken={['received']}
      place={null}
      isHere={isOf(null)}
      needsPlace={t('Open a gate pass to receive pieces one by one; here whole boxes are received.')}
      label={t('Box code')}
      placeholder={t('Scan the label of every box')}
      ready={{ title: t('Ready to receive'), text: t('One scan receives a whole box as it was packed.') }}
      onAnswered={() => void refresh(['gatePasses'])}
    />
  )
}

function OfPass({ number, site }: { number: string; site: string | null }) {
  const { t } = useTranslation()
  const found = useStationAnswer('gatePasses.getGatePass', { gate_pass: number })
  return (
    <Loaded answer={found} missing={t('There is no such gate pass.')}>
      {({ gate_pass }) => (
        <RowPlace value={{ site: gate_pass.receives_at }}>
          <PassStation pass={gate_pass} site={site ?? gate_pass.receives_at} />
        </RowPlace>
      )}
    </Loaded>
  )
}

function PassStation({ pass, site }: { pass: CallData<'gatePasses.getGatePass'>['gate_pass']; site: string | null }) {
  const { t, number: shown } = useLocale()
  const refresh = useRefresh()
  const queue = openQueue(useUserId())
  const { gate_pass } = pass
  const [damage, setDamage] = useState<DamageReason | ''>('')
  const [takesRest, setTakesRest] = useState(false)
  /** The box whose label was scanned last: pieces after it are out of it. */
  const [box, setBox] = useState(() => sessionStorage.getItem(boxKey(gate_pass)))
  const note = useDifferences(pass)
  const mayReceive = pass.allowed_moves.includes('receive')
  return (
    <>
      <ScanStation
        queue={queue}
        looks={looks}
        action="piece"
        undo="undo"
        boxes={{
          is: isBox,
          action: 'box',
          undo: 'undo-box',
          place: joined(gate_pass, site, takesRest ? withRest : null),
        }}
        taken={takenPieces}
        place={joined(gate_pass, site, damage || null, box)}
        isHere={isOf(gate_pass)}
        before={(code) => {
          const { sscc } = readTraced(code)
          if (sscc === null) {
            // Said of one piece: the next one is in order again.
            setDamage('')
            return null
          }
          setBox(sscc)
          sessionStorage.setItem(boxKey(gate_pass), sscc)
          return null
        }}
        closed={mayReceive ? null : t('This gate pass is not received now.')}
        label={damage ? t('Damaged pieces') : t('Boxes or pieces')}
        placeholder={t('Scan the label of a box, or every piece')}
        ready={{
          title: t('Ready to receive'),
          text: pass.is_blind
            ? t('Received blind: please count its pieces one by one.')
            : t(
                'One scan receives a whole box as it was packed. Pieces scanned after its label count it piece by piece.',
              ),
        }}
        about={({ item }) =>
          item?.sent ? (
            <div className="last-scan-sum">
              <b>{`${shown(item.received)}/${shown(item.sent)}`}</b>
            </div>
          ) : null
        }
        onAnswered={() => void refresh(['gatePasses'])}
        tools={
          <span className="pack-tools">
            <select
              className="plain-select"
              aria-label={t('Condition')}
              value={damage}
              onChange={({ target }) => setDamage(target.value as DamageReason | '')}
            >
              <option value="">{t('In order')}</option>
              {Object.entries(damageReasons).map(([reason, words]) => (
                <option key={reason} value={reason}>
                  {t('Damaged: {{reason}}', { reason: t(words) })}
                </option>
              ))}
            </select>
            {pass.is_blind ? null : (
              <label className="check-label">
                <input type="checkbox" checked={takesRest} onChange={({ target }) => setTakesRest(target.checked)} />
                {t('Also the rest of counted boxes')}
              </label>
            )}
            <Button text={t('Short, too many, damaged…')} disabled={!mayReceive} onClick={() => note.open({ box })} />
          </span>
        }
      >
        <ReceiveSide pass={pass} />
      </ScanStation>
      {note.dialog}
    </>
  )
}

function ReceiveSide({ pass }: { pass: CallData<'gatePasses.getGatePass'>['gate_pass'] }) {
  const { t, name, number: shown } = useLocale()
  const { gate_pass } = pass
  const boxes = useRows('gatePasses.boxes', { gate_pass, which: 'awaited', page_size: 100 })
  const pending = useRows('gatePasses.gatePassItems', { gate_pass, only: 'pending', page_size: 30 })
  return (
    <div className="pack-side">
      <div className="pack-sum">
        <span>{t('Received')}</span>
        <b>{pass.sent === null ? shown(pass.received) : `${shown(pass.received)}/${shown(pass.sent)}`}</b>
      </div>
      {boxes.rows.length > 0 ? (
        <>
          <h2>{t('Boxes on the road')}</h2>
          <ul className="pack-left">
            {boxes.rows.map((box) => (
              <li key={box.box_code}>
                <span>
                  {t('Box {{n}}', { n: box.box_no })} <span className="code muted">{box.box_code}</span>
                </span>
                <b>{box.pieces === null ? t(boxStateWords[box.state]) : shown(box.pieces - box.received)}</b>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {pass.sent !== null && pending.rows.length > 0 ? (
        <>
          <h2>{t('Pieces on the road')}</h2>
          <ul className="pack-left">
            {pending.rows.map((item) => (
              <li key={`${item.nm_sku} ${item.condition}`}>
                <WithPicture of={item}>
                  {`${item.style_id} ${name(item.color, item.color_zh)} ${item.size}`}
                </WithPicture>
                <b>{shown(item.pending ?? 0)}</b>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  )
}
