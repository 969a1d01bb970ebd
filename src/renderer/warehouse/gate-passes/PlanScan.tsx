import './gate-passes.css'
import { Button } from '@blueprintjs/core'
import { ArrowLeft } from '@blueprintjs/icons'
import { stationCommands } from '../../../shared/areas/gate-passes/rules.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { useRefresh, useRows } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { key } from '../../i18n/formats.ts'
import { RowPlace } from '../../i18n/place.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page } from '../../kit/Page.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { ScanStation, type StationLook } from '../../scan/ScanStation.tsx'
import { scanStation } from '../../scan/scan-station.ts'
import { playSound, readSoundSettings } from '../../scan/sounds.ts'
import { useStationAnswer } from '../../scan/use-station-answer.ts'
import { useUserId } from '../../session/use-user-id.ts'
import { useLocale } from '../../table/words.ts'
import { joined, parted } from './scan-place.ts'

type Result = Omit<CallData<'gatePasses.planByScan'>['results'][number], 'outcome'> & { outcome: string }

const openQueue = scanStation<Result>({
  name: 'gate-pass-plan',
  taken: ['planned'],
  none: { nm_sku: null, quantity: 0, item: null },
  async send(batch, options) {
    const [first] = batch
    const [gatePass] = parted(first?.place, 1)
    const scans = batch.map(({ code, scan_id, scanned_at }) => ({ code, scan_id, scanned_at }))
    const action = first?.action === 'undo' ? 'unplan' : 'plan'
    const { data } = await api.gatePasses.planByScan({ gate_pass: gatePass ?? '', action, scans }, options)
    return data.results
  },
})

const looks: Readonly<Record<string, StationLook>> = {
  planned: { label: key('Planned'), tone: 'good', sound: 'good' },
  unplanned: { label: key('Taken back'), tone: 'neutral', sound: 'undone' },
  misread: { label: key('Misread'), tone: 'bad', sound: 'unknown' },
  not_planned: { label: key('Not on the plan'), tone: 'warn', sound: 'unknown' },
  not_due: { label: key('Not due back'), tone: 'warn', sound: 'unknown' },
  already: { label: key('On the plan already'), tone: 'warn', sound: 'unknown' },
  box_elsewhere: { label: key('On another gate pass'), tone: 'other', sound: 'unknown' },
  wrong_site: { label: key('At another site'), tone: 'other', sound: 'unknown' },
  not_there: { label: key('Not free here'), tone: 'other', sound: 'unknown' },
  is_box: { label: key('A whole box'), tone: 'warn', sound: 'unknown' },
}

/** Planning by scan: each code that is scanned is one piece more on the plan, a whole box all that it holds. */
export function PlanScan({ number, onBack }: { number: string; onBack: () => void }) {
  const { t } = useLocale()
  const found = useStationAnswer('gatePasses.getGatePass', { gate_pass: number })
  return (
    <Page
      title={t('Plan {{number}} by scan', { number })}
      tools={<Button icon={<ArrowLeft />} text={t('Back to the gate pass')} onClick={onBack} />}
    >
      <Loaded answer={found} missing={t('There is no such gate pass.')}>
        {({ gate_pass }) => (
          <RowPlace value={gate_pass}>
            <Station pass={gate_pass} onBack={onBack} />
          </RowPlace>
        )}
      </Loaded>
    </Page>
  )
}

function Station({ pass, onBack }: { pass: CallData<'gatePasses.getGatePass'>['gate_pass']; onBack: () => void }) {
  const { t, name, number: shown } = useLocale()
  const { gate_pass } = pass
  const queue = openQueue(useUserId())
  const refresh = useRefresh()
  const items = useRows('gatePasses.gatePassItems', { gate_pass, page_size: 30 })
  const mayPlan = pass.allowed_moves.includes('edit')
  const confirm = useAction(
    // Of whatever version: the scans before it have changed the pass, and whoever scans has not looked at it since.
    (_: undefined, options) => api.gatePasses.confirmGatepass({ gate_pass, action: 'confirm' }, options),
    { refresh: ['gatePasses'] },
  )
  const confirmed = async () => {
    await whenSent(queue)
    // Heard when it is known: fewer pieces may be free than are planned.
    const isDone = await confirm.run(undefined)
    playSound(isDone ? 'good' : 'unknown', readSoundSettings())
    if (isDone) onBack()
  }
  return (
    <ScanStation
      queue={queue}
      looks={looks}
      action="plan"
      undo="undo"
      taken={['planned']}
      place={joined(gate_pass)}
      isHere={(of) => parted(of, 1)[0] === gate_pass}
      before={(code) => {
        if (code.trim().toUpperCase() !== stationCommands.confirm || !pass.allowed_moves.includes('confirm'))
          return null
        void confirmed()
        return 'asked'
      }}
      closed={mayPlan ? null : t('The plan of this gate pass cannot be changed now.')}
      label={t('Pieces to be sent')}
      placeholder={t('Scan every piece, or a whole box')}
      ready={{
        title: t('Ready to plan'),
        text: t(
          'Each scan plans one piece more; a whole box plans what it holds. Scan {{confirm}} when all is planned.',
          {
            confirm: stationCommands.confirm,
          },
        ),
      }}
      onAnswered={() => void refresh(['gatePasses'])}
    >
      <div className="pack-side">
        <div className="pack-sum">
          <span>{t('Planned')}</span>
          <b>{shown(pass.planned ?? 0)}</b>
        </div>
        <ul className="pack-left">
          {items.rows.map((item) => (
            <li key={`${item.nm_sku} ${item.condition}`}>
              <WithPicture of={item}>{`${item.style_id} ${name(item.color, item.color_zh)} ${item.size}`}</WithPicture>
              <b>{shown(item.planned ?? 0)}</b>
            </li>
          ))}
        </ul>
        {items.hasMore ? <p className="muted">{t('And more, as the gate pass shows.')}</p> : null}
      </div>
    </ScanStation>
  )
}

/** Once no scan waits for its answer: what was scanned before a command is planned before it. */
function whenSent({ state, subscribe }: Pick<ReturnType<typeof openQueue>, 'state' | 'subscribe'>): Promise<void> {
  if (state().waiting === 0) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      if (state().waiting > 0) return
      stop()
      resolve()
    })
  })
}
