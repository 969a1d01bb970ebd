import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shownQcStatus } from '../../../../shared/areas/qc-boxes/status.ts'
import { OpenRecord } from '../../../actions/open-record.tsx'
import { useNamed } from '../../../i18n/formats.ts'
import { StatusTag } from '../../../kit/StatusTag.tsx'
import { LoadedDrawer, TabbedDrawer } from '../../../kit/TabbedDrawer.tsx'
import { TalkThread } from '../../../talk/TalkThread.tsx'
import { useTalkTab } from '../../../talk/WithTalk.tsx'
import { CountView } from '../count/CountView.tsx'
import { useDesk } from '../desk.ts'
import { InspectView } from '../inspect/Inspector.tsx'
import type { BoxView } from '../list/qc-filters.ts'
import { BoxHistory } from './BoxHistory.tsx'
import { BoxOverview } from './BoxOverview.tsx'
import type { AfterCommand, BoxDetails } from './box-data.ts'
import { useBoxData } from './use-box-data.ts'

interface BoxDrawerProps {
  /** What stands on the box: its SSCC, as the address has it. */
  boxRef: string
  view: BoxView
  onView: (view: BoxView) => void
  onClose: () => void
  /** Decided before a count is saved, since the list moves on with it: the way to the next box to count. */
  nextToCount?: () => (() => void) | null
}

/** One box from the door to the way out, at the desk around it. */
export function BoxDrawer({ boxRef, ...rest }: BoxDrawerProps) {
  const { details, take } = useBoxData(boxRef)
  return (
    <LoadedDrawer answer={details} onClose={rest.onClose} title={boxRef} width={1280}>
      {(data) => <OpenBox details={data} take={take} reload={details.reload} {...rest} />}
    </LoadedDrawer>
  )
}

interface OpenBoxProps extends Omit<BoxDrawerProps, 'boxRef'> {
  details: BoxDetails
  take: (after: AfterCommand) => void
  reload: () => Promise<unknown>
}

function OpenBox({ details, take, reload, view, onView, onClose, nextToCount }: OpenBoxProps) {
  const { t } = useTranslation()
  const named = useNamed()
  const { box } = details
  const { Actions, watched } = useDesk()
  const [isSettling, setSettling] = useState(false)
  const can = (action: (typeof box.allowed_actions)[number]) => box.allowed_actions.includes(action)
  const title = t('Box {{box_no}} of {{shipment_id}}', { box_no: box.box_no, shipment_id: box.shipment_id })
  const talk = useTalkTab({ kind: 'box', code: box.sscc })
  const count = {
    key: 'count' as const,
    label: t('Count'),
    shows: () => <CountView {...{ details, take, nextToCount }} onCounted={onView} />,
  }
  return (
    <TabbedDrawer
      of={box}
      onClose={onClose}
      width={1280}
      title={title}
      beside={
        <>
          <StatusTag status={shownQcStatus(box)} />
          <span className="muted qc-vendor">{named(box.supplier_name, box.supplier_name_zh)}</span>
          <OpenRecord
            entity={watched}
            id={box.sscc}
            version={box.version}
            rules={details.checklist.version + details.settings.version}
            reload={reload}
          />
          <Actions
            {...{ details, take, view, onView }}
            onSettle={() => {
              onView('overview')
              setSettling(true)
            }}
            onGone={onClose}
          />
        </>
      }
      tab={view}
      onTab={(next) => {
        onView(next)
        if (next === 'history') void reload()
      }}
      tabs={[
        {
          key: 'overview',
          label: t('Overview'),
          shows: () => <BoxOverview {...{ details, take, isSettling, setSettling }} />,
        },
        ...(can('count') || can('recount') || view === 'count' ? [count] : []),
        {
          key: 'inspect',
          label: t('Inspection'),
          count: details.inspections.length,
          shows: () => <InspectView details={details} take={take} onView={onView} />,
        },
        { key: 'history', label: t('History'), shows: () => <BoxHistory history={details.history} /> },
        { key: 'talk', ...talk, shows: () => <TalkThread kind="box" code={box.sscc} /> },
      ]}
    />
  )
}
