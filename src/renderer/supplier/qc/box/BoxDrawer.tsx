import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shownStatusOf } from '../../../../shared/areas/qc-boxes/status.ts'
import { useNamed } from '../../../i18n/formats.ts'
import { Drawer } from '../../../kit/Drawer.tsx'
import { Loaded } from '../../../kit/Loaded.tsx'
import { Tabs } from '../../../kit/Page.tsx'
import { StatusTag } from '../../../kit/StatusTag.tsx'
import { CountView } from '../count/CountView.tsx'
import { InspectView } from '../inspect/Inspector.tsx'
import type { BoxView } from '../list/qc-filters.ts'
import { BoxActions } from './BoxActions.tsx'
import { BoxHistory } from './BoxHistory.tsx'
import { BoxOverview } from './BoxOverview.tsx'
import { type AfterCommand, type BoxDetails, useBoxData } from './box-data.ts'

interface BoxDrawerProps {
  /** What stands on the box: its SSCC, as the address has it. */
  boxRef: string
  view: BoxView
  onView: (view: BoxView) => void
  onClose: () => void
}

/** One box from the door to the way out. */
export function BoxDrawer({ boxRef, ...rest }: BoxDrawerProps) {
  const { details, take } = useBoxData(boxRef)
  if (details.data) return <OpenBox details={details.data} take={take} reload={details.reload} {...rest} />
  return (
    <Drawer isOpen onClose={rest.onClose} title={boxRef} width={1280}>
      <Loaded answer={details}>{() => null}</Loaded>
    </Drawer>
  )
}

interface OpenBoxProps extends Omit<BoxDrawerProps, 'boxRef'> {
  details: BoxDetails
  take: (after: AfterCommand) => void
  reload: () => Promise<unknown>
}

function OpenBox({ details, take, reload, view, onView, onClose }: OpenBoxProps) {
  const { t } = useTranslation()
  const named = useNamed()
  const { box } = details
  const [isSettling, setSettling] = useState(false)
  const can = (action: (typeof box.allowed_actions)[number]) => box.allowed_actions.includes(action)
  const title = t('Box {{box_no}} of {{shipment_id}}', { box_no: box.box_no, shipment_id: box.shipment_id })
  const tabs = [
    { key: 'overview' as const, label: t('Overview') },
    ...(can('count') || can('recount') || view === 'count' ? [{ key: 'count' as const, label: t('Count') }] : []),
    { key: 'inspect' as const, label: t('Inspection'), count: details.inspections.length },
    { key: 'history' as const, label: t('History') },
  ]
  return (
    <Drawer
      isOpen
      onClose={onClose}
      width={1280}
      title={title}
      beside={
        <>
          <StatusTag status={shownStatusOf(box)} />
          <span className="muted qc-vendor">{named(box.supplier_name, box.supplier_name_zh)}</span>
          <BoxActions
            {...{ details, take, view, onView }}
            onSettle={() => {
              onView('overview')
              setSettling(true)
            }}
            onGone={onClose}
          />
        </>
      }
    >
      <div className="ship">
        <div className="ship-tabs">
          <Tabs
            label={title}
            tabs={tabs}
            tab={view}
            onTab={(next) => {
              onView(next)
              if (next === 'history') void reload()
            }}
          />
        </div>
        <div className="ship-view">
          {view === 'overview' ? <BoxOverview {...{ details, take, isSettling, setSettling }} /> : null}
          {view === 'count' ? <CountView details={details} take={take} onCounted={(next) => onView(next)} /> : null}
          {view === 'inspect' ? <InspectView details={details} take={take} onView={onView} /> : null}
          {view === 'history' ? <BoxHistory history={details.history} /> : null}
        </div>
      </div>
    </Drawer>
  )
}
