import { Button } from '@blueprintjs/core'
import { Undo } from '@blueprintjs/icons'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { sessionAtom } from '../../../app/session.ts'
import { Callout } from '../../../kit/Callout.tsx'
import { Shortcut } from '../../../kit/Shortcut.tsx'
import { ScanField } from '../../../kit/scan/ScanField.tsx'
import type { ListState } from '../../../table/use-list-state.ts'
import type { inwardParams } from '../inward-params.ts'
import { ExpectedPanel } from './ExpectedPanel.tsx'
import { LastScan } from './LastScan.tsx'
import { QueueNote } from './QueueNote.tsx'
import { ScanList } from './ScanList.tsx'
import { SoundControl } from './SoundControl.tsx'
import { Tallies } from './Tallies.tsx'
import { boxOf, canUndo, lastOf, useDoor } from './use-door.ts'
import { useStation } from './use-station.tsx'

/** The scan station: boxes come in by their codes, without touching the mouse. */
export function ScanTab({ list }: { list: ListState<typeof inwardParams> }) {
  const { t } = useTranslation()
  const site = useStation()
  const { door, state, takenBack, isFull, scan, undo, undoLast } = useDoor(site)
  const last = lastOf(state, takenBack)
  const session = useAtomValue(sessionAtom)
  const isOnlyLooking = session.state === 'signed-in' && session.user.true_role !== null
  const box = last && boxOf(last)
  return (
    <div className="scan-station">
      <div className="scan-main">
        <div className="scan-top">
          <ScanField
            size="large"
            label={t('Box code')}
            placeholder={t('Scan, or type a code and press Enter')}
            closed={
              isOnlyLooking
                ? t('You are looking as another role: nothing can be changed.')
                : site.isMissing
                  ? t('Say first at which site this workstation stands.')
                  : null
            }
            onScan={({ code }) => scan(code)}
            onUndo={undoLast}
          />
          <div className="scan-tools">
            {site.control}
            <SoundControl />
            <Button
              icon={<Undo />}
              text={t('Undo last')}
              aria-keyshortcuts="Control+Z"
              disabled={!state.listed.some(canUndo)}
              endIcon={<Shortcut keys="Ctrl+Z" />}
              onClick={undoLast}
            />
            <QueueNote state={state} isFull={isFull} />
          </div>
        </div>
        {site.isMissing ? <Callout tone="warn">{t('Say first at which site this workstation stands.')}</Callout> : null}
        <LastScan queue={door.queue} takenBack={takenBack} />
        <ScanList listed={state.listed} onUndo={undo} />
      </div>
      <aside className="scan-side" aria-label={t('Expected and scanned')}>
        <ExpectedPanel state={list.state} set={list.set} here={site.here} shipmentId={box?.shipment_id ?? null} />
        <Tallies door={door} />
      </aside>
    </div>
  )
}
