import { figureOfTab } from '../../../shared/areas/home/lines.ts'
import '../supplier.css'
import './qc.css'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { qcBoxes } from '../../../shared/areas/qc-boxes/lists.ts'
import type { ListInput } from '../../actions/useRows.ts'
import { Page } from '../../kit/Page.tsx'
import { sharingTabs, useListCounts } from '../../table/ListTable.tsx'
import { askedOf, asksBeyond, useListState } from '../../table/list-state.ts'
import { Bench, BenchButton } from './bench/Bench.tsx'
import { BoxDrawer } from './box/BoxDrawer.tsx'
import { chinaDesk } from './china-desk.tsx'
import { AtDesk } from './desk.ts'
import { AwaitingList, BoxList } from './list/BoxList.tsx'
import { awaitingAge, awaitingWords, orderOfTab, type PlatformTab, qcParams } from './list/qc-filters.ts'
import { useBoxScans } from './scan/use-box-scans.ts'
import { QcSettingsButton } from './settings/QcSettingsDrawer.tsx'
import { ShipmentPage } from './shipment/ShipmentPage.tsx'

/** Supplier › QC Platform: boxes in China from the door to the way out; one opens at the right to be counted and inspected. */
export function QcPlatformScreen() {
  return (
    <AtDesk value={chinaDesk}>
      <Platform />
    </AtDesk>
  )
}

function Platform() {
  const { t } = useTranslation()
  const address = useListState(qcParams)
  const { tab, box, view, bench, shipment } = address.state
  const filter: ListInput<'qcBoxes.getInwardedBoxes'> = askedOf(qcParams, address.state)
  const counts = useListCounts('qcBoxes.getInwardedBoxes', filter)
  const awaiting = useListCounts('receiving.getAwaitingInwardBoxes', {
    ...askedOf(qcParams, address.state, awaitingWords),
    ...awaitingAge(address.state),
  })
  useBoxScans((sscc, next) => address.set({ box: sscc, view: next }, box === '' ? 'push' : 'replace'))
  const listed = useRef<readonly string[]>([])
  const nextToCount = () => {
    const next = listed.current[listed.current.indexOf(box) + 1] ?? listed.current.find((one) => one !== box)
    return next === undefined ? null : () => address.set({ box: next, view: 'count' })
  }
  const tabs: readonly (readonly [PlatformTab, string])[] = [
    ['inwarded', t('Inwarded')],
    ['in_qc', t('In QC')],
    ['passed', t('Passed')],
    ['failed', t('Failed QC')],
    ['ready_to_ship', t('Ready to ship')],
    ['shipped', t('Shipped')],
    ['returned', t('Returned')],
    ['all', t('All')],
  ]
  if (bench)
    return (
      <Bench
        boxRef={box}
        onBox={(sscc) => address.set({ box: sscc })}
        onClose={() => address.set({ bench: false, box: '', view: 'overview' })}
        onWhole={(sscc, next) => address.set({ bench: false, box: sscc, view: next })}
      />
    )
  if (shipment)
    return (
      <ShipmentPage
        shipmentId={shipment}
        boxRef={box}
        view={view}
        onBox={(sscc, next) => address.set({ box: sscc, view: next }, box === '' ? 'push' : 'replace')}
        onClose={() => address.set({ shipment: '', box: '', view: 'overview' })}
      />
    )
  return (
    <Page
      title={t('QC Platform')}
      tabs={[
        {
          key: 'awaiting' as PlatformTab,
          label: t('Awaiting inward'),
          count: awaiting.all,
          figure: figureOfTab('/supplier/qc-platform', 'awaiting'),
          isBeyondFilter: asksBeyond(qcParams, address.state, [...awaitingWords, 'age']),
        },
        ...sharingTabs(
          qcBoxes,
          tabs.map(([key, label]) => ({
            key,
            label,
            count: counts[key],
            figure: figureOfTab('/supplier/qc-platform', key),
          })),
        ),
      ]}
      tab={tab}
      onTab={(next) => address.set({ tab: next, ...orderOfTab(next) }, 'push')}
      tools={
        <>
          <BenchButton onOpen={() => address.set({ bench: true, box: '', view: 'overview' }, 'push')} />
          <QcSettingsButton />
        </>
      }
    >
      {tab === 'awaiting' ? (
        <AwaitingList address={address} />
      ) : (
        <BoxList address={address} tab={tab} listed={listed} matching={counts[tab]} />
      )}
      {box ? (
        <BoxDrawer
          key={box}
          boxRef={box}
          view={view}
          onView={(next) => address.set({ view: next })}
          onClose={() => address.set({ box: '', view: 'overview' })}
          {...(tab === 'inwarded' && { nextToCount })}
        />
      ) : null}
    </Page>
  )
}
