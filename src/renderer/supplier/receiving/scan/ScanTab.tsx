import '../../../scan/station.css'
import { Button } from '@blueprintjs/core'
import { Reset, Undo } from '@blueprintjs/icons'
import { useAtomValue } from 'jotai'
import { type ReactNode, useMemo, useReducer } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { RowPlace } from '../../../i18n/place.ts'
import { Shortcut } from '../../../kit/KeyMenu.tsx'
import { Callout } from '../../../kit/states.tsx'
import { useConfirm } from '../../../kit/useConfirm.tsx'
import { QueueNote } from '../../../scan/QueueNote.tsx'
import { ScanField } from '../../../scan/ScanField.tsx'
import { SoundControl } from '../../../scan/SoundControl.tsx'
import { sessionAtom } from '../../../session/session.ts'
import type { AwaitedBox } from './awaited.ts'
import type { Door } from './door-queue.ts'
import { useDoorSide, useLook } from './door-side.ts'
import { LastScan } from './LastScan.tsx'
import { OutcomeMark } from './OutcomeMark.tsx'
import type { DoorResult } from './outcomes.ts'
import { ScanList } from './ScanList.tsx'
import { boxOf, canUndo, type DoorScan, lastOf, type Station, useDoor, useStation } from './use-door.tsx'

interface ScanTabProps {
  /** What is expected here, beside the box that was scanned last. */
  panel: (here: { site?: string }, last: AwaitedBox | null) => ReactNode
  /** What can be done after the last scan, between it and the list. */
  after?: (last: DoorScan, station: Station) => ReactNode
  /** What goes with a box that is taken back, in words; null for nothing. */
  goesWith?: (scan: DoorScan) => Promise<string | null>
}

/** The scan station: boxes come in by their codes, without touching the mouse. */
export function ScanTab({ panel, after, goesWith }: ScanTabProps) {
  const { t } = useTranslation()
  const site = useStation()
  const confirm = useConfirm()
  const askBack = (title: string, text: string) =>
    confirm.ask({ title, text, confirm: t('Take it back'), isDangerous: true })
  const { door, state, takenBack, isFull, scan, undo, undoLast } = useDoor(site, {
    ask: ({ record: { code } }) =>
      askBack(
        t('Take an earlier scan back?'),
        t('Not the last scan, but {{code}} is taken back: the box is on its way again.', { code }),
      ),
    async mayGo(scan) {
      const text = (await goesWith?.(scan)) ?? null
      return text === null || (await askBack(t('Take the box back?'), text))
    },
  })
  const last = lastOf(state, takenBack)
  const session = useAtomValue(sessionAtom)
  const isOnlyLooking = session.state === 'signed-in' && session.user.true_role !== null
  const box = last && boxOf(last)
  const place = useMemo(() => ({ site: site.code }), [site.code])
  return (
    <RowPlace value={place}>
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
              onUndo={() => void undoLast()}
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
                onClick={() => void undoLast()}
              />
              <QueueNote state={state} isFull={isFull} />
            </div>
          </div>
          {site.isMissing ? (
            <Callout tone="warn">{t('Say first at which site this workstation stands.')}</Callout>
          ) : null}
          <LastScan queue={door.queue} takenBack={takenBack} />
          {last && after ? after(last, site) : null}
          <ScanList listed={state.listed} onUndo={(scan) => void undo(scan)} />
        </div>
        <aside className="scan-side" aria-label={t('Expected and scanned')}>
          {panel(site.here, box ?? null)}
          <Tallies door={door} />
        </aside>
        {confirm.dialog}
      </div>
    </RowPlace>
  )
}

const always: readonly DoorResult['outcome'][] = ['inwarded', 'duplicate', 'unknown']
const ifAny: readonly DoorResult['outcome'][] = ['other_site', 'not_shipped', 'refused']

/** What this session scanned, by outcome. */
export function Tallies({ door: { at } }: { door: Door }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const [, redraw] = useReducer((turn: number) => turn + 1, 0)
  const door = at[useDoorSide().sites]
  const lookOf = useLook()
  const { since, counts } = door.tally()
  const shown = [...always, ...ifAny.filter((outcome) => counts[outcome])]
  return (
    <section className="tallies" aria-label={t('This session')}>
      <div className="scan-side-head">
        <h2>{t('This session')}</h2>
        <span className="muted">{t('since {{at}}', { at: formats.time(since) })}</span>
        <Button
          variant="minimal"
          size="small"
          icon={<Reset size={12} />}
          title={t('Count from nought')}
          aria-label={t('Count from nought')}
          onClick={() => {
            door.startOver()
            redraw()
          }}
        />
      </div>
      <dl>
        {shown.map((outcome) => (
          <div key={outcome} data-tone={lookOf(outcome).tone} data-none={!counts[outcome]}>
            <dt>
              <OutcomeMark standing={outcome} size={12} />
              {t(lookOf(outcome).label)}
            </dt>
            <dd>{formats.number(counts[outcome] ?? 0)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
