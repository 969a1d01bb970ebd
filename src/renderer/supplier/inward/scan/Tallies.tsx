import { Button } from '@blueprintjs/core'
import { Reset } from '@blueprintjs/icons'
import { useReducer } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import type { Door } from './door-queue.ts'
import { OutcomeMark } from './OutcomeMark.tsx'
import { type DoorResult, looks } from './outcomes.ts'
import { useClock } from './use-clock.ts'

const always: readonly DoorResult['outcome'][] = ['inwarded', 'duplicate', 'unknown']
const ifAny: readonly DoorResult['outcome'][] = ['other_site', 'not_shipped', 'refused']

/** What this session scanned, by outcome. */
export function Tallies({ door }: { door: Door }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const time = useClock()
  const [, redraw] = useReducer((turn: number) => turn + 1, 0)
  const { since, counts } = door.tally()
  const shown = [...always, ...ifAny.filter((outcome) => counts[outcome])]
  return (
    <section className="tallies" aria-label={t('This session')}>
      <div className="scan-side-head">
        <h2>{t('This session')}</h2>
        <span className="muted">{t('since {{at}}', { at: time.format(new Date(since)) })}</span>
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
          <div key={outcome} data-tone={looks[outcome].tone} data-none={!counts[outcome]}>
            <dt>
              <OutcomeMark standing={outcome} size={12} />
              {t(looks[outcome].label)}
            </dt>
            <dd>{formats.number(counts[outcome] ?? 0)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
