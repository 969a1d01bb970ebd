import { figureOfTab } from '../../../shared/areas/home/lines.ts'
import '../supplier.css'
import '../receiving/inward.css'
import './india-inward.css'
import { useTranslation } from 'react-i18next'
import { Page } from '../../kit/Page.tsx'
import { useListCounts } from '../../table/ListTable.tsx'
import { useListState } from '../../table/list-state.ts'
import { useConsignments } from '../receiving/consignments.ts'
import { DoorContext, doorSides } from '../receiving/scan/door-side.ts'
import { ScanTab } from '../receiving/scan/ScanTab.tsx'
import { AfterScan, useNoteOf } from './AfterScan.tsx'
import { ComingPanel } from './ComingPanel.tsx'
import { DiscrepanciesTab } from './DiscrepanciesTab.tsx'
import { indiaParams } from './india-params.ts'
import { isComing, OnWayTab } from './OnWayTab.tsx'
import { ReceivedTab } from './ReceivedTab.tsx'

/** India Inward Platform: export orders come, their boxes are received by one scan each, and what is wrong with a box is settled. */
export function IndiaInwardScreen() {
  const { t } = useTranslation()
  const noteOf = useNoteOf()
  const address = useListState(indiaParams)
  const { tab } = address.state
  const { data, consignments } = useConsignments()
  const received = useListCounts('indiaReceiving.getReceivedBoxes', {})
  const discrepancies = useListCounts('indiaReceiving.boxDiscrepancies', {})
  const go = (next: typeof tab) =>
    address.set({ tab: next, q: '', consignment: '', status: [], kind: [], boxes: false, begun: false }, 'push')
  return (
    <DoorContext value={doorSides.india_qc}>
      <Page
        title={t('India Inward Platform')}
        tabs={[
          { key: 'on_way', label: t('On the way'), count: data && consignments.filter(isComing).length },
          { key: 'scan', label: t('Scan') },
          { key: 'received', label: t('Received'), count: received.all },
          {
            key: 'discrepancies',
            label: t('Differences'),
            count: discrepancies.open,
            figure: figureOfTab('/supplier/india-inward-platform', 'discrepancies'),
          },
        ]}
        tab={tab}
        onTab={go}
      >
        {tab === 'on_way' ? <OnWayTab address={address} /> : null}
        {tab === 'scan' ? (
          <ScanTab
            panel={(here, last) => <ComingPanel address={address} here={here} last={last} />}
            goesWith={noteOf}
            after={(last, station) => <AfterScan last={last} station={station} />}
          />
        ) : null}
        {tab === 'received' ? <ReceivedTab address={address} /> : null}
        {tab === 'discrepancies' ? <DiscrepanciesTab address={address} /> : null}
      </Page>
    </DoorContext>
  )
}
