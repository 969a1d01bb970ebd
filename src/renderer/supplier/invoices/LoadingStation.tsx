import './invoices.css'
import { Button } from '@blueprintjs/core'
import { ArrowLeft } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Loading } from '../../../shared/areas/invoices/loading.ts'
import type { CallData } from '../../actions/calls.ts'
import { useRefresh } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { key, listed } from '../../i18n/formats.ts'
import { RowPlace } from '../../i18n/place.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page } from '../../kit/Page.tsx'
import { ScanStation, type StationLook } from '../../scan/ScanStation.tsx'
import { scanStation } from '../../scan/scan-station.ts'
import { useStationAnswer } from '../../scan/use-station-answer.ts'
import { useUserId } from '../../session/use-user-id.ts'
import { useLocale } from '../../table/words.ts'

type Result = Omit<CallData<'invoices.loadBoxes'>['results'][number], 'outcome'> & { outcome: string }

/** Of a scan of this station: `invoice vehicle`, of which the second may have blanks in it. */
const joined = (invoice: string, vehicle: string) => `${invoice} ${vehicle.trim()}`

const openQueue = scanStation<Result>({
  name: 'export-loading',
  taken: ['loaded'],
  none: {},
  async send(batch, options) {
    const [first] = batch
    const [invoice_number = '', ...vehicle] = (first?.place ?? '').split(' ')
    const said = vehicle.join(' ')
    const boxes = batch.map(({ code, scan_id, scanned_at, takesBack }) => ({
      ...{ code, scan_id, scanned_at },
      ...(takesBack && { takes_back: takesBack }),
    }))
    const { data } = await api.invoices.loadBoxes(
      { invoice_number, action: first?.action === 'load' ? 'load' : 'off', ...(said && { vehicle: said }), boxes },
      options,
    )
    return data.results
  },
})

const looks: Readonly<Record<string, StationLook>> = {
  loaded: { label: key('Loaded'), tone: 'good', sound: 'good' },
  already: { label: key('Loaded already'), tone: 'warn', sound: 'unknown' },
  taken_off: { label: key('Taken off again'), tone: 'neutral', sound: 'undone' },
  not_loaded: { label: key('Not loaded'), tone: 'warn', sound: 'unknown' },
  other_order: { label: key('Of another order'), tone: 'bad', sound: 'unknown' },
  not_ordered: { label: key('Not on this order'), tone: 'bad', sound: 'unknown' },
  held: { label: key('On hold'), tone: 'bad', sound: 'unknown' },
  rejected: { label: key('Failed QC'), tone: 'bad', sound: 'unknown' },
  shared_waybill: { label: key('Several boxes'), tone: 'other', sound: 'unknown' },
}

/** Loading an export order by scan: every box into the truck, and what is missing named. */
export function LoadingStation({ number, onBack }: { number: string; onBack: () => void }) {
  const { t } = useTranslation()
  const found = useStationAnswer('invoices.loading', { invoice_number: number })
  const order = found.data?.loading.export_order_number ?? number
  return (
    <Page
      title={t('Load {{number}}', { number: order })}
      tools={<Button icon={<ArrowLeft />} text={t('Back to the invoice')} onClick={onBack} />}
    >
      <Loaded answer={found}>
        {({ loading }) => (
          <RowPlace value={loading}>
            <Station loading={loading} />
          </RowPlace>
        )}
      </Loaded>
    </Page>
  )
}

function Station({ loading }: { loading: Loading }) {
  const { t } = useTranslation()
  const refresh = useRefresh()
  const queue = openQueue(useUserId())
  const { invoice_number, vehicles } = loading
  const [vehicle, setVehicle] = useState(vehicles.length === 1 ? (vehicles[0] ?? '') : '')
  const [isOff, setOff] = useState(false)
  return (
    <ScanStation
      queue={queue}
      looks={looks}
      action={isOff ? 'off' : 'load'}
      undo="undo"
      taken={['loaded']}
      place={joined(invoice_number, vehicle)}
      isHere={(of) => of?.split(' ', 1)[0] === invoice_number}
      closed={loading.is_open ? null : t('This order was shipped to India.')}
      label={isOff ? t('Box that is taken off') : t('Box')}
      placeholder={t('Scan or type the code of every box')}
      ready={{
        title: t('Ready to load'),
        text: t('Scan every box as it goes into the truck or container.'),
      }}
      onAnswered={() => void refresh(['invoices'])}
      tools={
        <span className="load-tools">
          <input
            className="text-field"
            aria-label={t('Vehicle or container')}
            placeholder={t('Vehicle or container')}
            maxLength={40}
            value={vehicle}
            onChange={({ target }) => setVehicle(target.value)}
          />
          <label className="load-check">
            <input type="checkbox" checked={isOff} onChange={({ target }) => setOff(target.checked)} />
            {t('Take boxes off')}
          </label>
        </span>
      }
    >
      <LoadSide loading={loading} />
    </ScanStation>
  )
}

/** How far it is, what is missing, and the end. */
function LoadSide({ loading }: { loading: Loading }) {
  const { t, instant, number: shown } = useLocale()
  const { invoice_number, missing, boxes, loaded, finished_at, finished_by } = loading
  const left = boxes - loaded
  const more = left - missing.length
  const finish = useAskedAction(
    (_: { reason: string }, options) => api.invoices.finishLoading({ invoice_number, missing: left }, options),
    {
      refresh: ['invoices'],
      done: () => t('Loading finished'),
      ask: () =>
        left === 0
          ? null
          : {
              title: t('Finish with boxes missing?'),
              text: t('Not loaded: {{n}} of {{all}}. {{boxes}}', {
                n: shown(left),
                all: shown(boxes),
                boxes: namesOf(missing, left),
              }),
              confirm: t('Finish loading'),
              isDangerous: true,
            },
    },
  )
  return (
    <div className="load-side">
      <div className="load-sum" role="status">
        <span>{t('Loaded')}</span>
        <b>{`${shown(loaded)} / ${shown(boxes)}`}</b>
      </div>
      {finished_at ? (
        <p className="muted">
          {t('Finished by {{name}}, {{when}}', { name: finished_by ?? '', when: instant(finished_at) })}
        </p>
      ) : (
        <Button
          intent="primary"
          text={t('Finish loading')}
          disabled={!loading.is_open || loaded === 0}
          loading={finish.isRunning}
          onClick={() => finish.ask()}
        />
      )}
      {left > 0 ? (
        <>
          <h2>{t('Not loaded, of {{invoice}}', { invoice: invoice_number })}</h2>
          <ul className="load-missing" aria-label={t('Not loaded')}>
            {missing.map((box) => (
              <li key={box.box_id}>
                <span>
                  <b>{`${box.shipment_id} / ${box.box_no}`}</b> <span className="code muted">{box.sscc}</span>
                </span>
                <span className="load-pieces">{t('{{n}} pcs', { n: shown(box.pieces) })}</span>
              </li>
            ))}
          </ul>
          {more > 0 ? <p className="muted">{t('and {{n}} more', { n: shown(more) })}</p> : null}
        </>
      ) : null}
      {finish.dialog}
    </div>
  )
}

const mostAsked = 12

function namesOf(missing: Loading['missing'], left: number): string {
  const named = missing.slice(0, mostAsked).map((box) => `${box.shipment_id} / ${box.box_no}`)
  return listed(named) + (left > named.length ? ` +${left - named.length}` : '')
}
