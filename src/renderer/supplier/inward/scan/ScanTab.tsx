import { Button } from '@blueprintjs/core'
import { Undo } from '@blueprintjs/icons'
import { useAtomValue } from 'jotai'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { sessionAtom } from '../../../app/session.ts'
import { useNamed } from '../../../i18n/named.ts'
import { Callout } from '../../../kit/Callout.tsx'
import { Shortcut } from '../../../kit/Shortcut.tsx'
import { ScanField } from '../../../kit/scan/ScanField.tsx'
import type { ListState } from '../../../table/use-list-state.ts'
import type { inwardParams } from '../inward-params.ts'
import { useArrivals } from '../use-arrivals.ts'
import { ExpectedPanel } from './ExpectedPanel.tsx'
import { LastScan } from './LastScan.tsx'
import { QueueNote } from './QueueNote.tsx'
import { ScanList } from './ScanList.tsx'
import { SoundControl } from './SoundControl.tsx'
import { useSiteChoice } from './site-choice.ts'
import { Tallies } from './Tallies.tsx'
import { boxOf, canUndo, lastOf, useDoor } from './use-door.ts'

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
            isDisabled={isOnlyLooking}
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

/** Where this workstation stands: the only site there is, or the one that was chosen here. */
function useStation() {
  const { t } = useTranslation()
  const named = useNamed()
  const [chosen, choose] = useSiteChoice()
  const here = useMemo(() => (chosen === null ? {} : { site: chosen }), [chosen])
  const { sites } = useArrivals(here)
  const isKnown = sites.some(({ site }) => site === chosen)
  // Of another server, or closed since.
  const isGone = chosen !== null && sites.length > 0 && !isKnown
  useEffect(() => {
    if (isGone) choose(null)
  }, [isGone, choose])
  const only = sites.length === 1 ? (sites[0]?.site ?? null) : null
  // Until the sites are known, what was chosen before holds: a scan must not go without.
  const code = only ?? (isKnown || sites.length === 0 ? chosen : null)
  const control =
    sites.length > 1 ? (
      <select
        className="plain-select"
        aria-label={t('Site')}
        value={code ?? ''}
        onChange={({ target }) => choose(target.value)}
      >
        {code === null ? <option value="">{t('Choose the site…')}</option> : null}
        {sites.map(({ site, site_name, site_name_zh }) => (
          <option key={site} value={site}>
            {named(site_name, site_name_zh)}
          </option>
        ))}
      </select>
    ) : null
  return { code, isKnown: sites.length > 0, here, control, isMissing: sites.length > 1 && code === null }
}
