import { Button } from '@blueprintjs/core'
import { facilityShipmentStates, facilityShipmentWords } from '../../../shared/areas/facilities/shipment-life.ts'
import { documentKinds } from '../../../shared/areas/gate-passes/documents.ts'
import { contract } from '../../../shared/areas.ts'
import { DownloadButton } from '../../actions/files.tsx'
import { useCounts, useRows } from '../../actions/useRows.ts'
import { useIsConnected } from '../../api/use-connected.ts'
import { ChoiceField } from '../../forms/fields.tsx'
import { key } from '../../i18n/formats.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { Page } from '../../kit/Page.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { Callout, EmptyState, Instant } from '../../kit/states.tsx'
import { useRight } from '../../session/use-right.ts'
import { oneOfParam, placeParam, textParam, useListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { useFacilityNews } from '../production/use-facility-work.ts'
import { Boxes } from './Boxes.tsx'
import { ClearanceDialog } from './ClearanceDialog.tsx'
import { PackBox } from './PackBox.tsx'
import { Cards, FacilityChoice } from './parts.tsx'
import { ShipmentDrawer } from './ShipmentDrawer.tsx'

const tabs = ['pack', 'boxes', 'shipments'] as const
type Tab = (typeof tabs)[number]

const tabWords = {
  pack: key('Pack a box'),
  boxes: key('Free boxes'),
  shipments: key('Shipments'),
} as const satisfies Record<Tab, string>

const params = {
  tab: oneOfParam(tabs, 'pack'),
  facility: textParam(),
  state: oneOfParam([...facilityShipmentStates, 'all'], 'all'),
  shipment: placeParam(textParam()),
}

/** From packed pieces to the shipment that leaves for India QC with its papers. */
export function ShipmentsScreen() {
  const { t } = useLocale()
  const { state, set } = useListState(params)
  const { tab, facility, shipment } = state
  useFacilityNews(facility)
  const isConnected = useIsConnected()
  const asked = facility === '' ? {} : { facility }
  const free = useCounts('facilities.getFacilityBoxes', asked).free
  const shipments = useCounts('facilities.getFacilityShipments', asked).all
  const mayClear = useRight('clearFacility')
  const clear = useDialog(ClearanceDialog)
  return (
    <Page
      title={t('Boxes and shipments')}
      tabs={tabs.map((one) => ({
        key: one,
        label: t(tabWords[one]),
        count: one === 'boxes' ? free : one === 'shipments' ? shipments : undefined,
      }))}
      tab={tab}
      onTab={(one: Tab) => set({ tab: one, shipment: '' }, 'push')}
      tools={
        mayClear ? <Button size="small" text={t('Vendor clearance…')} onClick={() => clear.open({ facility })} /> : null
      }
    >
      <div className="facility-page">
        {isConnected ? null : (
          <Callout tone="warn">
            {t(
              'No connection: this is what this device last knew. What you enter is kept here and sent once the connection is back.',
            )}
          </Callout>
        )}
        <FacilityChoice value={facility} onChange={(code) => set({ facility: code })} />
        {tab === 'pack' ? <PackBox facility={facility} /> : null}
        {tab === 'boxes' ? (
          <Boxes facility={facility} onShipment={(number) => set({ tab: 'shipments', shipment: number }, 'push')} />
        ) : null}
        {tab === 'shipments' ? (
          <Shipments
            facility={facility}
            state={state.state}
            onState={(one) => set({ state: one })}
            onOpen={(number) => set({ shipment: number }, 'push')}
          />
        ) : null}
      </div>
      {shipment === '' ? null : (
        <ShipmentDrawer key={shipment} number={shipment} onClose={() => set({ shipment: '' })} />
      )}
      {clear.dialog}
    </Page>
  )
}

type ShownState = (typeof facilityShipmentStates)[number] | 'all'

interface ShipmentsProps {
  facility: string
  state: ShownState
  onState: (state: ShownState) => void
  onOpen: (number: string) => void
}

function Shipments({ facility, state, onState, onOpen }: ShipmentsProps) {
  const { t, name, number, plural } = useLocale()
  const asked = facility === '' ? {} : { facility }
  const shipments = useRows('facilities.getFacilityShipments', { ...asked, tab: state })
  return (
    <>
      <div className="facility-fields">
        <ChoiceField
          label={t('State')}
          value={state}
          choices={[
            ['all' as ShownState, t('All')],
            ...facilityShipmentStates.map((one) => [one as ShownState, t(facilityShipmentWords[one])] as const),
          ]}
          onChange={onState}
        />
      </div>
      <div className="facility-buttons">
        <DownloadButton
          call={contract.facilities.downloadShipment}
          input={asked}
          text={t('All shipments as Excel')}
          hasIcon
        />
      </div>
      <Cards
        rows={shipments}
        keyOf={({ shipment_id }) => shipment_id}
        empty={<EmptyState title={t('No shipments here')} text={t('Make one of free boxes.')} />}
      >
        {(row) => (
          <>
            <button type="button" className="facility-card-text" onClick={() => onOpen(row.shipment_id)}>
              <b className="code">{row.shipment_id}</b>
              <span>
                {[
                  row.facility,
                  `→ ${name(row.destination_name, row.destination_name_zh)}`,
                  `${plural(row.boxes, '1 box', '{{n}} boxes')}, ${t('{{n}} pcs', { n: number(row.pieces) })}`,
                  row.document_kind && `${t(documentKinds[row.document_kind])} ${row.document}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className="muted">
                {row.made_by} · <Instant at={row.dispatched_at ?? row.made_at} of={{ site: row.destination }} />
              </span>
            </button>
            <StatusTag status={facilityShipmentWords[row.state]} />
            {row.received_boxes > 0 ? (
              <span>
                {t('{{n}} of {{boxes}} boxes received', { n: number(row.received_boxes), boxes: number(row.boxes) })}
              </span>
            ) : null}
          </>
        )}
      </Cards>
    </>
  )
}
