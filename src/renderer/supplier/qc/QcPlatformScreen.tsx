import '../supplier.css'
import './qc.css'
import { useTranslation } from 'react-i18next'
import type { ListInput } from '../../actions/useRows.ts'
import { Page } from '../../kit/Page.tsx'
import { useListCounts } from '../../table/ListTable.tsx'
import { askedOf, useListState } from '../../table/list-state.ts'
import { BoxDrawer } from './box/BoxDrawer.tsx'
import { AwaitingList, BoxList } from './list/BoxList.tsx'
import { awaitingAge, awaitingWords, type PlatformTab, qcParams } from './list/qc-filters.ts'
import { QcSettingsButton } from './settings/QcSettingsDrawer.tsx'

/** Supplier › QC Platform: boxes in China from the door to the way out; one opens at the right to be counted and inspected. */
export function QcPlatformScreen() {
  const { t } = useTranslation()
  const list = useListState(qcParams)
  const { tab, box, view } = list.state
  const filter: ListInput<'qcBoxes.getInwardedBoxes'> = askedOf(qcParams, list.state)
  // Only by status do the tabs say other numbers than their lists show.
  const counts = useListCounts(
    'qcBoxes.getInwardedBoxes',
    filter.status && tab !== 'awaiting' ? { ...filter, tab } : filter,
  )
  const awaiting = useListCounts('receiving.getAwaitingInwardBoxes', {
    ...askedOf(qcParams, list.state, awaitingWords),
    ...awaitingAge(list.state),
  })
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
  return (
    <Page
      title={t('QC Platform')}
      tabs={[
        { key: 'awaiting' as PlatformTab, label: t('Awaiting inward'), count: awaiting.all },
        ...tabs.map(([key, label]) => ({ key, label, count: counts[key] })),
      ]}
      tab={tab}
      onTab={(next) => list.set({ tab: next }, 'push')}
      tools={<QcSettingsButton />}
    >
      {tab === 'awaiting' ? (
        <AwaitingList list={list} />
      ) : (
        <BoxList list={list} tab={tab} matching={filter.status ? counts.matching : counts[tab]} />
      )}
      {box ? (
        <BoxDrawer
          key={box}
          boxRef={box}
          view={view}
          onView={(next) => list.set({ view: next })}
          onClose={() => list.set({ box: '', view: 'overview' })}
        />
      ) : null}
    </Page>
  )
}
