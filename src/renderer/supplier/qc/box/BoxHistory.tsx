import { useTranslation } from 'react-i18next'
import { key, useFormats } from '../../../i18n/formats.ts'
import { Timeline } from '../../../kit/Timeline.tsx'
import type { BoxDetails } from './box-data.ts'

/** What happened to the box, newest first. */
export function BoxHistory({ history }: Pick<BoxDetails, 'history'>) {
  const { t } = useTranslation()
  const formats = useFormats()
  const newestFirst = history.toSorted((a, b) => (a.at < b.at ? 1 : -1))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className="ship-scroll ship-pad" tabIndex={0} aria-label={t('History')}>
      <Timeline
        events={newestFirst}
        about={({ details }) => {
          const { styles, reason, remark, looser_plan, looser_reason } = details
          const numbers = Object.entries(eventNumbers).flatMap(([name, word]) => {
            const value = details[name]
            return typeof value === 'number' && value > 0 ? `${t(word)}: ${formats.number(value)}` : []
          })
          const said = [styles, reason, remark].flatMap((text) =>
            typeof text === 'string' && text !== '' ? t(text) : [],
          )
          const looser =
            typeof looser_plan === 'string'
              ? [t('Looser plan: {{plan}}', { plan: looser_plan }), String(looser_reason ?? '')]
              : []
          const lines = [...numbers, ...said, ...looser]
          return lines.length > 0 ? <div className="timeline-meta">{lines.join(' · ')}</div> : null
        }}
      />
    </section>
  )
}

/** Numbers that an event of a box may carry, in the order that they are said. */
export const eventNumbers: Readonly<Record<string, string>> = {
  inspection: key('Inspection'),
  counted: key('Counted'),
  missing: key('Missing pcs'),
  excess: key('Excess'),
  passed: key('Passed'),
  failed: key('Failed QC'),
  on_hold: key('Hold'),
  found: key('Found after all'),
  claim: key('Claim from the vendor'),
  write_off: key('Write off'),
  accepted: key('Keep the excess'),
  send_back: key('Send the excess back'),
  miscounted: key('Miscounted'),
  pieces: key('Pieces'),
  quantity: key('Pieces'),
}
