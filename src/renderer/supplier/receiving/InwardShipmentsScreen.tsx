import '../supplier.css'
import './inward.css'
import { useTranslation } from 'react-i18next'
import { Page } from '../../kit/Page.tsx'
import { asksBeyond, useListState } from '../../table/list-state.ts'
import { ArrivalsTab, sumOf, useArrivals } from './ArrivalsTab.tsx'
import { AwaitingTab } from './AwaitingTab.tsx'
import { inwardParams } from './inward-params.ts'
import { ExpectedPanel } from './scan/ExpectedPanel.tsx'
import { ScanTab } from './scan/ScanTab.tsx'

/** Supplier › Inward shipment dashboard: boxes come in by scanner, by list or by file, against what is expected. */
export function InwardShipmentsScreen() {
  const { t } = useTranslation()
  const address = useListState(inwardParams)
  const { tab } = address.state
  const { data, arrivals } = useArrivals()
  const { expected, scanned } = sumOf(arrivals)
  return (
    <Page
      title={t('Inward shipment dashboard')}
      tabs={[
        { key: 'scan', label: t('Scan') },
        {
          key: 'awaiting',
          label: t('Awaiting inward'),
          count: data && expected - scanned,
          isBeyondFilter: asksBeyond(inwardParams, address.state, []),
        },
        { key: 'arrivals', label: t('Arrivals') },
      ]}
      tab={tab}
      onTab={(next) => address.set({ tab: next }, 'push')}
    >
      {tab === 'scan' ? (
        <ScanTab
          panel={(here, last) => (
            <ExpectedPanel state={address.state} set={address.set} here={here} shipmentId={last?.shipment_id ?? null} />
          )}
        />
      ) : null}
      {tab === 'awaiting' ? <AwaitingTab address={address} /> : null}
      {tab === 'arrivals' ? <ArrivalsTab address={address} /> : null}
    </Page>
  )
}
